import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { Order } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import type { Sale } from '#contract/sales.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import { OrderNumber } from '../shared/order-number.tsx';
import { boughtLines, useLineName, useOrder } from './use-order.ts';

type Props = { sale: Sale; close: () => void; refund: () => void };

/** A buyer asks for their money back: give it, have it given, or say no. */
export function RequestDialog({ sale, close, refund }: Props) {
  const { t } = useTranslation('sales');
  const { t: say } = useTranslation('ui');
  const { request, customer, can } = sale;
  const order = useOrder(sale.id);
  if (!request) return null;
  const name = `${customer.name} ${customer.surname}`.trim() || customer.email;
  return (
    <Modal
      opened
      onClose={close}
      title={t('request.title', { name })}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <Stack gap="lg">
        <div>
          <OrderNumber number={sale.number} />
          <Text size="sm" c="dimmed">
            <Whole order={order} /> · <When instant={request.askedAt} style="date" />
          </Text>
          <Text component="blockquote" m={0} mt="xs" style={{ overflowWrap: 'anywhere' }}>
            {request.reason}
          </Text>
        </div>
        {can.recommend && <Text size="sm">{t('request.late')}</Text>}
        {request.recommended && <Text size="sm">{t('request.recommended')}</Text>}
        <Group justify="flex-end" gap="sm">
          {can.refuse && <Refuse sale={sale} close={close} />}
          {can.recommend && <Recommend sale={sale} close={close} />}
          {can.refund && <Button onClick={refund}>{t('request.grant')}</Button>}
        </Group>
      </Stack>
    </Modal>
  );
}

/** It is the whole order that the buyer asks about, whatever row the question stands in. */
function Whole({ order }: { order: Order | null }) {
  const nameOf = useLineName(order);
  if (!order) return <Skeleton component="span" display="inline-block" height={14} width={180} />;
  const titles = boughtLines(order).map(nameOf);
  return (
    <>
      {titles.join(', ')} ·{' '}
      <Price amount={order.total - order.refunded} currency={order.currency} />
    </>
  );
}

function Refuse({ sale, close }: Omit<Props, 'refund'>) {
  const { t } = useTranslation('sales');
  const confirm = useConfirm();
  const act = useAct();
  const refuse = async () => {
    const said = await confirm({
      title: t('request.refuseTitle'),
      text: t('request.refuseText'),
      confirmLabel: t('request.refuse'),
      danger: true,
      reason: { label: t('request.refuseReason'), required: true },
    });
    if (!said) return;
    const done = await act.run(
      () =>
        api(refundsContract.refuseRefund, {
          params: { id: sale.id },
          body: { answer: said.reason },
        }),
      { done: t('request.refused') },
    );
    if (done) close();
  };
  return (
    <Button variant="default" loading={act.busy} onClick={() => void refuse()}>
      {t('request.refuse')}
    </Button>
  );
}

function Recommend({ sale, close }: Omit<Props, 'refund'>) {
  const { t } = useTranslation('sales');
  const act = useAct();
  const recommend = async () => {
    const done = await act.run(
      () => api(refundsContract.recommendRefund, { params: { id: sale.id } }),
      { done: t('request.recommendDone') },
    );
    if (done) close();
  };
  return (
    <Button loading={act.busy} onClick={() => void recommend()}>
      {t('request.recommend')}
    </Button>
  );
}
