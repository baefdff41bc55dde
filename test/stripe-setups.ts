import type { Setup } from './stripe-objects.ts';

/** Pages of Stripe on which a card is given without paying, in its wire format. */
export type Setups = {
  all: Map<string, Setup>;
  open: (form: URLSearchParams, address: string) => Setup;
  /** The owner gives a card there: the bank takes it, or refuses it at the last moment. */
  give: (id: string, card?: { last4?: string; refused?: boolean }) => Setup;
  expire: (id: string) => Setup;
};

export function stripeSetups(): Setups {
  const all = new Map<string, Setup>();
  const found = (id: string): Setup => {
    const setup = all.get(id);
    if (!setup) throw new Error(`no setup ${id}`);
    return setup;
  };
  return {
    all,
    open(form, address) {
      const id = `cs_test_${crypto.randomUUID().replaceAll('-', '')}`;
      const value = (name: string) => form.get(name) ?? '';
      const setup: Setup = {
        ...{ id, object: 'checkout.session', mode: 'setup', status: 'open' },
        client_reference_id: value('client_reference_id'),
        metadata: { reference: value('metadata[reference]') },
        customer: null,
        customer_email: value('customer_email'),
        url: `${address}/c/pay/${id}`,
        success_url: value('success_url'),
        payment_intent: null,
        setup_intent: {
          id: `seti_${id.slice(8)}`,
          ...{ object: 'setup_intent', status: 'requires_payment_method', payment_method: null },
        },
      };
      all.set(id, setup);
      return setup;
    },
    give(id, { last4 = '4444', refused = false } = {}) {
      const setup = Object.assign(found(id), { status: 'complete' as const, url: null });
      if (refused) return setup;
      setup.customer = `cus_${id.slice(8, 22)}`;
      const method = { id: `pm_${id.slice(8, 22)}`, object: 'payment_method' as const };
      setup.setup_intent.payment_method = { ...method, card: { last4 } };
      setup.setup_intent.status = 'succeeded';
      return setup;
    },
    expire: (id) => Object.assign(found(id), { status: 'expired' as const, url: null }),
  };
}
