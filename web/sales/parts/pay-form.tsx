import { Button, Stack, Text } from '@mantine/core';
import { IconLock, IconTicket } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OrderItem } from '#contract/order-items.ts';
import type { BillingForm, Order } from '#contract/orders.ts';
import type { PaymentMethods } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { refFor } from '#web/affiliates/shared/kept-refs.ts';
import { UnfinishedConsent } from '#web/leads/shared/unfinished-consent.tsx';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { BillingFields } from '../shared/billing-fields.tsx';
import { PaymentState } from '../shared/payment-state.tsx';
import { PaymentWays } from '../shared/payment-ways.tsx';
import { Terms } from '../shared/terms.tsx';
import { useMissing } from '../shared/use-missing.ts';
import { usePayment } from '../shared/use-payment.ts';
import { usePurchase } from '../shared/use-purchase.ts';

type Props = {
  /** What is bought with one press, and the sum that the button says. */
  items: OrderItem[];
  /** The address of the channel that sells; left out: nobody can have brought the buyer. */
  seller?: string;
  total: number;
  /** Of it what is sold, and stands on an invoice; left out: all of it. */
  supplied?: number;
  currency: CurrencyCode;
  billing: BillingForm;
  methods: PaymentMethods;
  /** Can what is chosen be had? */
  ready: boolean;
  /** The order of a buyer who comes back from a provider's page. */
  returned: Order | null;
  onDone: (order: Order) => void;
  /** What is bought, above who pays; it may say what was wrong with its fields. */
  children: ReactNode | ((errors: Record<string, string>) => ReactNode);
  /** Said below the button; left out: that tickets cannot be passed on. */
  note?: string;
  /** On the button, in place of "pay". */
  label?: string | undefined;
  /** Done ahead of each try. */
  before?: () => Promise<void>;
  /** What is agreed to besides the terms, said above them. */
  agreement?: ReactNode;
  /** What else can be done with it, below the button. */
  also?: ReactNode;
};

/** What, who, pay: one column. The figure on the button is the figure that is charged. */
export function PayForm({ items, total, currency, children, also, ready, ...more }: Props) {
  const { t, language } = useTranslation('sales');
  const { supplied = total, note = t('checkout.notTransferable') } = more;
  const form = usePayment({ billing: more.billing, methods: more.methods });
  const purchase = usePurchase(more.onDone, more.returned);
  const { isComplete, errors, formProps } = useMissing(purchase.fault);
  const waiting = purchase.order?.next.kind === 'wait';
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (!isComplete()) return;
    await more.before?.();
    // Typed perhaps before a coupon made it free: then nobody is billed.
    const billing = supplied > 0 ? form.billed : undefined;
    const order = { items, expectedTotal: total, acceptTerms: form.terms, billing };
    const ref = refFor(more.seller);
    await purchase.buy({ ...order, ...(ref && { ref }) }, total > 0 ? form.means : null);
  };
  const payLabel =
    total > 0
      ? t('checkout.payAmount', { amount: formatMoney(total, currency, language) })
      : t('checkout.takeFree');
  return (
    <form {...formProps} onSubmit={(event) => void submit(event)}>
      <Stack gap="md" miw={0}>
        {/* Panels keep their own distance from each other. */}
        <div>
          <Panel>{typeof children === 'function' ? children(errors) : children}</Panel>
          {/* Of what is given there is no invoice, and of nothing no payment either. */}
          {supplied > 0 && (
            <Panel title={t('checkout.who')}>
              <BillingFields
                open={form.billingOpen}
                setOpen={form.setBillingOpen}
                values={form.billing}
                set={form.setBilling}
                errors={errors}
              />
            </Panel>
          )}
          {total > 0 && (
            <Panel title={t('checkout.pay')}>
              <PaymentWays
                methods={more.methods}
                value={form.provider}
                set={form.setProvider}
                card={form.card}
                setCard={form.setCard}
                errors={errors}
              />
            </Panel>
          )}
        </div>
        {total > 0 && <UnfinishedConsent />}
        {more.agreement}
        <Terms checked={form.terms} set={form.setTerms} error={errors.acceptTerms} />
        <PaymentState purchase={purchase} />
        <Button
          type="submit"
          size="lg"
          loading={purchase.busy || waiting}
          disabled={!ready || (total > 0 && !form.payable)}
          leftSection={<PayIcon isPaid={total > 0} isTicket={!more.label} />}
        >
          {more.label ?? payLabel}
        </Button>
        {also}
        <Text size="sm" c="dimmed" ta="center">
          {note}
        </Text>
      </Stack>
    </form>
  );
}

/** A lock where money is paid, a ticket where one is taken; nothing while an amount is still to choose. */
function PayIcon({ isPaid, isTicket }: { isPaid: boolean; isTicket: boolean }) {
  if (isPaid) return <IconLock size={18} aria-hidden />;
  return isTicket ? <IconTicket size={18} aria-hidden /> : null;
}
