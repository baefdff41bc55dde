import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { refundsContract } from '#contract/refunds.ts';
import type { Sale } from '#contract/sales.ts';
import type { Refund } from '#contract/shared/refunds.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Price } from '#web/ui/price.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import { OrderNumber } from '../shared/order-number.tsx';
import { useOrder } from './use-order.ts';

type Props = { sale: Sale; close: () => void };

/** Money of an order that was to go back and has not reached its buyer: what to do about each refund. */
export function StrandedDialog({ sale, close }: Props) {
  const { t } = useTranslation('sales');
  const { t: say } = useTranslation('ui');
  const order = useOrder(sale.id);
  const stranded = order?.refunds.filter(({ can }) => can.askAgain || can.returnOtherwise);
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('stranded.title')}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <Stack gap="lg">
        <OrderNumber number={sale.number} />
        <Text c="dimmed">{t('stranded.text')}</Text>
        {!stranded && (
          <Stack gap="xs">
            <Skeleton height={26} width="60%" />
            <Skeleton height={36} />
          </Stack>
        )}
        {stranded?.map((refund) => (
          <Stranded key={refund.id} refund={refund} sale={sale} close={close} />
        ))}
      </Stack>
    </Modal>
  );
}

function Stranded({ refund, sale, close }: Props & { refund: Refund }) {
  const { t } = useTranslation('sales');
  const confirm = useConfirm();
  const act = useAct();
  const params = { id: refund.id };
  const askAgain = async () => {
    const deed = () => api(refundsContract.askRefundAgain, { params });
    if (await act.run(deed, { done: t('stranded.asked') })) close();
  };
  const returned = async () => {
    const isSure = await confirm({
      title: t('stranded.otherwiseTitle'),
      text: t('stranded.otherwiseText'),
      confirmLabel: t('stranded.otherwise'),
    });
    if (!isSure) return;
    const deed = () => api(refundsContract.returnOtherwise, { params });
    if (await act.run(deed, { done: t('stranded.otherwiseDone') })) close();
  };
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text fw={600}>
          <Price amount={refund.amount} currency={sale.currency} />
        </Text>
        <StatusBadge tone="bad">
          {t(refund.state === 'bounced' ? 'stranded.bounced' : 'stranded.failed')}
        </StatusBadge>
        <Text size="sm" c="dimmed">
          <When instant={refund.requestedAt} style="date" />
        </Text>
      </Group>
      <Group gap="sm" justify="flex-end">
        {refund.can.askAgain && (
          <Button variant="default" loading={act.busy} onClick={() => void askAgain()}>
            {t('stranded.askAgain')}
          </Button>
        )}
        {refund.can.returnOtherwise && (
          <Button loading={act.busy} onClick={() => void returned()}>
            {t('stranded.otherwise')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
