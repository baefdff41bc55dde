import { Button, Group } from '@mantine/core';
import { IconCreditCard, IconFileInvoice, IconReceiptRefund } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type OrderBrief, ordersContract } from '#contract/orders.ts';
import type { InvoiceBrief } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { api } from '#web/platform/api.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { downloadInvoice } from '../shared/invoice-file.ts';
import classes from './sales-list.module.css';

type Props = { order: OrderBrief };

/** What a buyer can do with an order of theirs: pay it, give it up, read its invoice. */
export function OrderActions({ order }: Props) {
  const { t } = useTranslation('sales');
  return (
    <Group gap="xs" justify="flex-end">
      {order.checkout && (
        <Button
          component={Link}
          to={order.checkout}
          size="compact-sm"
          leftSection={<IconCreditCard size={16} aria-hidden />}
        >
          {t('order.goOn')}
        </Button>
      )}
      {order.can.cancel && <CancelButton order={order} />}
      {order.can.askRefund && <AskRefundButton order={order} />}
      {order.can.invoice &&
        order.invoices.map((invoice) => (
          <InvoiceButton key={invoice.id} orderId={order.id} invoice={invoice} />
        ))}
    </Group>
  );
}

/** What was bought: that it is sent is nothing to name it by. */
const titlesOf = ({ lines }: OrderBrief): string =>
  lines
    .filter(({ kind }) => kind !== 'shipping')
    .map(({ title }) => title)
    .join(', ');

function CancelButton({ order }: Props) {
  const { t } = useTranslation('sales');
  const confirm = useConfirm();
  const act = useAct();
  const cancel = async () => {
    const sure = await confirm({
      title: t('order.cancelTitle'),
      text: t('order.cancelText', { title: titlesOf(order) }),
      confirmLabel: t('order.cancelSure'),
      cancelLabel: t('order.keep'),
      danger: true,
    });
    if (!sure) return;
    await act.run(() => api(ordersContract.cancelOrder, { params: { id: order.id } }), {
      done: t('order.cancelled'),
    });
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={act.busy}
      onClick={() => void cancel()}
    >
      {t('order.cancel')}
    </Button>
  );
}

function AskRefundButton({ order }: Props) {
  const { t } = useTranslation('sales');
  const { name: site } = useBrand();
  const confirm = useConfirm();
  const act = useAct();
  const ask = async () => {
    const said = await confirm({
      title: t('request.askTitle'),
      text: t('request.askText', { title: titlesOf(order), channel: order.channel?.title ?? site }),
      confirmLabel: t('request.ask'),
      reason: { label: t('request.reason'), required: true },
    });
    if (!said) return;
    await act.run(
      () =>
        api(refundsContract.askForRefund, {
          params: { id: order.id },
          body: { reason: said.reason },
        }),
      { done: t('request.askDone') },
    );
  };
  const label = t('request.askButton');
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      className={classes.act}
      title={label}
      loading={act.busy}
      leftSection={<IconReceiptRefund size={16} aria-hidden />}
      onClick={() => void ask()}
    >
      <span className={classes.word}>{label}</span>
    </Button>
  );
}

/** Of money that went back there is a paper of its own: each says its number. */
function InvoiceButton({ orderId, invoice }: { orderId: string; invoice: InvoiceBrief }) {
  const { t } = useTranslation('sales');
  const { number, kind } = invoice;
  const label = t(kind === 'sale' ? 'bought.invoice' : 'order.rectifying', { number });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      className={classes.act}
      aria-label={`${label} PDF`}
      title={label}
      leftSection={<IconFileInvoice size={16} aria-hidden />}
      onClick={() => void downloadInvoice(orderId, invoice)}
    >
      <span className={classes.word}>{number}</span>
    </Button>
  );
}
