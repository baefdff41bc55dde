import { Button, Stack, Text } from '@mantine/core';
import { IconLock, IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import type { PaymentMeans, PaymentProvider } from '#contract/payments.ts';
import type { Checkout } from '#contract/sales.ts';
import { UnfinishedConsent } from '#web/leads/shared/unfinished-consent.tsx';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { BillingFields } from './billing-fields.tsx';
import { CodePart } from './code-part.tsx';
import { NoCheckout, whyNot } from './no-checkout.tsx';
import { type PriceLines, PriceTable, WhatIsBought } from './order-summary.tsx';
import { PaymentState } from './payment-state.tsx';
import { PaymentWays } from './payment-ways.tsx';
import { SessionChoice } from './session-choice.tsx';
import { Terms } from './terms.tsx';
import { type CardValues, usePurchase } from './use-purchase.ts';

type Props = {
  checkout: Checkout;
  code: string;
  /** The session that the address names. */
  chosen: string | null;
  /** The order of a buyer who comes back from a provider's page. */
  returned: Order | null;
  onDone: (order: Order) => void;
};

/** What, who, pay: one column. The figure on the button is the figure that is charged. */
export function CheckoutForm({ checkout, code, chosen, returned, onDone }: Props) {
  const { t, language } = useTranslation('sales');
  const form = useCheckoutForm(checkout, chosen);
  const purchase = usePurchase(onDone, returned);
  const price = priceOf(checkout);
  const errors = purchase.fault?.fields ?? {};
  const reason = whyNot(checkout);
  if (reason) return <NoCheckout checkout={checkout} reason={reason} />;
  const waiting = purchase.order?.next.kind === 'wait';
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    void purchase.buy(
      {
        items: [
          {
            kind: 'ticket',
            productSlug: checkout.product.slug,
            sessionId: form.sessionId,
            code: checkout.offer?.code ?? null,
            expectedTotal: price.total,
          },
        ],
        expectedTotal: price.total,
        acceptTerms: form.terms,
        // Typed perhaps before a coupon made it free: then nobody is billed.
        billing: price.total > 0 ? form.billed : undefined,
      },
      price.total > 0 ? form.means : null,
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" miw={0}>
        {/* Panels keep their own distance from each other. */}
        <div>
          <Panel>
            <Stack gap="lg">
              <WhatIsBought product={checkout.product} session={form.session} />
              <SessionChoice checkout={checkout} value={form.sessionId} set={form.setSessionId} />
              <CodePart checkout={checkout} code={code} />
              <PriceTable price={price} />
            </Stack>
          </Panel>
          {/* Of nothing there is neither an invoice nor a payment. */}
          {price.total > 0 && (
            <>
              <Panel title={t('checkout.who')}>
                <BillingFields
                  open={form.billingOpen}
                  setOpen={form.setBillingOpen}
                  values={form.billing}
                  set={form.setBilling}
                  errors={errors}
                />
              </Panel>
              <Panel title={t('checkout.pay')}>
                <PaymentWays
                  methods={checkout.methods}
                  value={form.provider}
                  set={form.setProvider}
                  card={form.card}
                  setCard={form.setCard}
                  errors={errors}
                />
              </Panel>
            </>
          )}
        </div>
        {price.total > 0 && <UnfinishedConsent />}
        <Terms checked={form.terms} set={form.setTerms} error={errors.acceptTerms} />
        <PaymentState purchase={purchase} />
        <Button
          type="submit"
          size="lg"
          loading={purchase.busy || waiting}
          disabled={!form.complete(price.total)}
          leftSection={price.total > 0 ? <IconLock size={18} /> : <IconTicket size={18} />}
        >
          {price.total > 0
            ? t('checkout.payAmount', {
                amount: formatMoney(price.total, price.currency, language),
              })
            : t('checkout.takeFree')}
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          {t('checkout.notTransferable')}
        </Text>
      </Stack>
    </form>
  );
}

function useCheckoutForm(checkout: Checkout, chosen: string | null) {
  const open = checkout.sessions.filter((session) => session.open);
  const fixed = checkout.offer?.session?.id ?? null;
  const first = fixed ?? open.find(({ id }) => id === chosen)?.id ?? open[0]?.id ?? null;
  const [sessionId, setSessionId] = useState(first);
  const [billing, setBilling] = useState(checkout.billing);
  const [billingOpen, setBillingOpen] = useState(Boolean(checkout.billing.nif));
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' });
  const [wanted, setProvider] = useState<PaymentProvider | null>(null);
  const [terms, setTerms] = useState(false);
  const session = checkout.sessions.find(({ id }) => id === (fixed ?? sessionId)) ?? null;
  const { providers } = checkout.methods;
  const provider = providers.find((name) => name === wanted) ?? providers[0] ?? null;
  const cardFilled = card.number.length > 13 && card.expiry.length === 5 && card.cvc.length > 2;
  const payable = provider !== null && (provider !== 'sandbox' || cardFilled);
  return {
    sessionId: fixed ?? sessionId,
    setSessionId,
    session,
    billing,
    billed: billingOpen ? billing : { ...checkout.billing, company: '', nif: '' },
    setBilling,
    billingOpen,
    setBillingOpen,
    card,
    setCard,
    provider,
    setProvider,
    means: meansOf(provider, card),
    terms,
    setTerms,
    complete: (total: number) => terms && session?.open !== false && (total === 0 || payable),
  };
}

const meansOf = (provider: PaymentProvider | null, card: CardValues): PaymentMeans | null =>
  provider && (provider === 'sandbox' ? { card } : { provider });

/** What is paid in the end: the coupon's price where one is applied. */
export function priceOf({ price, offer }: Checkout): PriceLines {
  const { before } = price;
  if (!offer) return { ...price, code: null };
  const { code } = offer;
  const { saved, ...paid } = offer.price;
  return { ...paid, before, code: saved > 0 ? { code, saved, from: price.total } : null };
}
