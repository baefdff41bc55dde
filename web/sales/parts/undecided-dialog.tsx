import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ordersContract } from '#contract/orders.ts';
import type { Sale } from '#contract/sales.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { OrderNumber } from '../shared/order-number.tsx';

type Props = { sale: Sale; close: () => void };

/** A charge of which only the bank's own screen tells what became of it: who has looked there says so. */
export function UndecidedDialog({ sale, close }: Props) {
  const { t } = useTranslation('sales');
  const { t: say } = useTranslation('ui');
  const act = useAct();
  const tell = async (took: boolean) => {
    const deed = () =>
      api(ordersContract.decideCharge, { params: { id: sale.id }, body: { took } });
    const done = t(took ? 'undecided.yesDone' : 'undecided.noDone');
    if (await act.run(deed, { done })) close();
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('undecided.title')}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <Stack gap="lg">
        <OrderNumber number={sale.number} />
        <Text c="dimmed">{t('undecided.text')}</Text>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" loading={act.busy} onClick={() => void tell(false)}>
            {t('undecided.no')}
          </Button>
          <Button loading={act.busy} onClick={() => void tell(true)}>
            {t('undecided.yes')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
