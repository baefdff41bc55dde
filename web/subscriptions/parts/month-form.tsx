import { Button, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Order } from '#contract/orders.ts';
import type { MonthForm as Form, SubscribeCheckout } from '#contract/subscription-orders.ts';
import type { MonthPrice, SubscriptionTerm } from '#contract/subscriptions.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { BillingFields } from '#web/sales/shared/billing-fields.tsx';
import { PriceTable } from '#web/sales/shared/order-summary.tsx';
import { PaymentState } from '#web/sales/shared/payment-state.tsx';
import { PaymentWays } from '#web/sales/shared/payment-ways.tsx';
import { Terms } from '#web/sales/shared/terms.tsx';
import { useMissing } from '#web/sales/shared/use-missing.ts';
import { usePayment } from '#web/sales/shared/use-payment.ts';
import { usePurchase } from '#web/sales/shared/use-purchase.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RenewalConsent } from '../shared/renewal-consent.tsx';

type Props = {
  /** What is paid for. */
  children: ReactNode;
  price: MonthPrice;
  term: SubscriptionTerm;
  paying: Pick<SubscribeCheckout, 'billing' | 'methods'>;
  returned: Order | null;
  start: (form: Form, idempotencyKey: string) => Promise<Order>;
  onDone: (order: Order) => void;
  /** What else can be done with it, below the button. */
  also?: ReactNode;
};

/** Pays a month: what, who, how. The figure on the button is the figure that is charged. */
export function MonthForm({ children, price, term, paying, returned, start, ...more }: Props) {
  const { t, language } = useTranslation('subscriptions');
  const payment = usePayment(paying);
  const purchase = usePurchase<Form>(more.onDone, returned, start);
  const { isComplete, errors, formProps } = useMissing(purchase.fault);
  const waiting = purchase.order?.next.kind === 'wait';
  const amount = formatMoney(price.total, price.currency, language);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (!isComplete()) return;
    const { terms: acceptTerms, billed: billing, means } = payment;
    void purchase.buy({ expectedTotal: price.total, acceptTerms, billing }, means);
  };
  return (
    <form {...formProps} onSubmit={submit}>
      <Stack gap="md" miw={0}>
        <div>
          <Panel>
            <Stack gap="lg">
              {children}
              <PriceTable price={{ ...price, before: null, code: null }} />
            </Stack>
          </Panel>
          <Panel title={t('pay.who')}>
            <BillingFields
              open={payment.billingOpen}
              setOpen={payment.setBillingOpen}
              values={payment.billing}
              set={payment.setBilling}
              errors={errors}
            />
          </Panel>
          <Panel title={t('pay.how')}>
            <PaymentWays
              methods={paying.methods}
              value={payment.provider}
              set={payment.setProvider}
              card={payment.card}
              setCard={payment.setCard}
              errors={errors}
            />
          </Panel>
        </div>
        <RenewalConsent term={term} total={price.total} currency={price.currency} />
        <Terms checked={payment.terms} set={payment.setTerms} error={errors.acceptTerms} />
        <PaymentState purchase={purchase} />
        <Button
          type="submit"
          size="lg"
          loading={purchase.busy || waiting}
          disabled={!payment.payable}
          leftSection={<IconLock size={18} />}
        >
          {t('pay.button', { amount })}
        </Button>
        {more.also}
      </Stack>
    </form>
  );
}
