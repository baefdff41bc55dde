import { Button } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import type { InvoiceBrief } from '#contract/payments.ts';
import type { SoldOrder, SoldPayment, SoldRefund } from '#contract/sold-order.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import { downloadInvoice } from '../shared/invoice-file.ts';

type Props = { order: SoldOrder };

const paymentTones: Record<SoldPayment['state'], Tone> = {
  open: 'wait',
  confirming: 'wait',
  paid: 'good',
  declined: 'bad',
  cancelled: 'quiet',
  refunded: 'quiet',
};
const refundTones: Record<SoldRefund['state'], Tone> = {
  requested: 'wait',
  done: 'good',
  failed: 'bad',
  bounced: 'bad',
};

/** How it was paid, and every try. */
export function SoldPayments({ order: { payments, currency } }: Props) {
  const { t } = useTranslation('sales');
  if (payments.length === 0) return null;
  return (
    <Panel title={t('sold.payments')}>
      <RowList>
        {payments.map((payment) => (
          <Row
            key={payment.id}
            name={wayOf(payment, t('sold.sandbox'))}
            badge={
              <StatusBadge tone={paymentTones[payment.state]}>
                {t(`sold.payment.${payment.state}`)}
              </StatusBadge>
            }
            about={
              <>
                <Price amount={payment.amount} currency={currency} /> ·{' '}
                <When instant={payment.settledAt ?? payment.createdAt} style="short" />
                {payment.failure && <> · {t(`sold.failure.${payment.failure}`)}</>}
              </>
            }
          />
        ))}
      </RowList>
    </Panel>
  );
}

const names = { stripe: 'Stripe', redsys: 'Redsys' } as const;

const wayOf = ({ provider, lastFour }: SoldPayment, sandbox: string): string => {
  const name = provider === 'sandbox' ? sandbox : names[provider];
  return lastFour ? `${name} ···· ${lastFour}` : name;
};

/** Money that went back: why, of what, and who bears it. */
export function SoldRefunds({ order: { refunds, currency } }: Props) {
  const { t } = useTranslation('sales');
  if (refunds.length === 0) return null;
  return (
    <Panel title={t('sold.refunds')}>
      <RowList>
        {refunds.map((refund) => (
          <Row
            key={refund.id}
            name={refund.titles.join(', ') || t('sold.stray')}
            badge={
              <StatusBadge tone={refundTones[refund.state]}>
                {t(`sold.refund.${refund.state}`)}
              </StatusBadge>
            }
            about={<AboutRefund refund={refund} currency={currency} />}
          />
        ))}
      </RowList>
    </Panel>
  );
}

/** Since when it is as its badge says. */
const sinceWhen = (refund: SoldRefund): string => {
  const { state, requestedAt, askedAnewAt, failedAt, doneAt, bouncedAt } = refund;
  const known = {
    requested: askedAnewAt,
    done: doneAt,
    failed: failedAt,
    bounced: bouncedAt ?? doneAt,
  };
  return known[state] ?? requestedAt;
};

function AboutRefund({
  refund,
  currency,
}: {
  refund: SoldRefund;
  currency: SoldOrder['currency'];
}) {
  const { t } = useTranslation('sales');
  const { amount, reasonCode, reason, bearerReason, share } = refund;
  const part = (label: string, sum: number) =>
    sum !== 0 && (
      <>
        {' '}
        · {label} <Price amount={sum} currency={currency} />
      </>
    );
  return (
    <>
      <Price amount={amount} currency={currency} /> ·{' '}
      <When instant={sinceWhen(refund)} style="short" />
      {reasonCode && <> · {t(`refund.reasons.${reasonCode}`)}</>}
      {reason && <> · {reason}</>}
      {share && (
        <>
          {part(t('refund.share.organizer'), share.organizer)}
          {part(t('refund.share.tax'), share.tax)}
          {part(t('refund.share.platform'), share.platform + share.fee)}
        </>
      )}
      {bearerReason && <> · {bearerReason}</>}
    </>
  );
}

/** Every paper of it, the rectifying ones too. */
export function SoldPapers({ order: { id, invoices, currency } }: Props) {
  const { t } = useTranslation('sales');
  if (invoices.length === 0) return null;
  return (
    <Panel title={t('sold.papers')}>
      <RowList>
        {invoices.map((invoice) => (
          <Row
            key={invoice.id}
            name={invoice.number}
            badge={<StatusBadge tone="quiet">{t(`sold.paper.${invoice.kind}`)}</StatusBadge>}
            about={
              <>
                <Price amount={invoice.total} currency={currency} /> ·{' '}
                <When instant={invoice.issuedAt} style="date" />
              </>
            }
            act={<Paper orderId={id} invoice={invoice} />}
          />
        ))}
      </RowList>
    </Panel>
  );
}

function Paper({
  orderId,
  invoice: { id, number, kind },
}: {
  orderId: string;
  invoice: InvoiceBrief;
}) {
  const { t } = useTranslation('sales');
  const label = t(kind === 'sale' ? 'bought.invoice' : 'order.rectifying', { number });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      title={label}
      leftSection={<IconFileInvoice size={16} aria-hidden />}
      onClick={() => void downloadInvoice(orderId, { number, id })}
    >
      PDF <span className="said">{label}</span>
    </Button>
  );
}
