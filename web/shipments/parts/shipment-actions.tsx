import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { type Shipment, shipmentsContract } from '#contract/shipments.ts';
import { api, download } from '#web/platform/api.ts';
import { copyText } from '#web/platform/copy-text.ts';
import { notify, notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { addressLines } from './address-text.ts';
import { SendDialog } from './send-dialog.tsx';

type Props = { shipment: Shipment };

/** What comes next as a button, the rest behind three dots. */
export function ShipmentActions({ shipment }: Props) {
  const { t } = useTranslation('shipments');
  const [sending, setSending] = useState(false);
  const act = useAct();
  const { can, id, method } = shipment;
  const isPost = method === 'post';
  const ready = () =>
    act.run(
      () =>
        api(shipmentsContract.sendShipment, {
          params: { id },
          body: { carrier: '', trackingCode: '', trackingUrl: '' },
        }),
      { done: t('done.sent') },
    );
  const deliver = () =>
    act.run(() => api(shipmentsContract.deliverShipment, { params: { id } }), {
      done: t('done.saved'),
    });
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {can.send && (
        <Button
          size="compact-sm"
          loading={act.busy}
          onClick={() => (isPost ? setSending(true) : void ready())}
        >
          {t(isPost ? 'act.send' : 'act.ready')}
        </Button>
      )}
      {can.deliver && (
        <Button
          size="compact-sm"
          variant="default"
          loading={act.busy}
          onClick={() => void deliver()}
        >
          {t(isPost ? 'act.deliver' : 'act.fetched')}
        </Button>
      )}
      <More shipment={shipment} track={() => setSending(true)} />
      {sending && <SendDialog shipment={shipment} close={() => setSending(false)} />}
    </Group>
  );
}

function More({ shipment, track }: Props & { track: () => void }) {
  const { t } = useTranslation('shipments');
  const deeds = useDeeds(shipment);
  const { can, items } = shipment;
  const restocked = items.filter((item) => item.can.restock);
  const hasMore = can.track || can.label || can.return || can.cancel || restocked.length > 0;
  if (!hasMore) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('act.more')}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.track && <Menu.Item onClick={track}>{t('act.track')}</Menu.Item>}
        {can.label && <Menu.Item onClick={deeds.label}>{t('act.label')}</Menu.Item>}
        {can.label && <Menu.Item onClick={deeds.copy}>{t('act.copy')}</Menu.Item>}
        {restocked.map(({ lineId, title }) => (
          <Menu.Item key={lineId} onClick={() => deeds.restock(lineId)}>
            {t('act.restock', { title })}
          </Menu.Item>
        ))}
        {can.return && (
          <Menu.Item color="red" onClick={() => deeds.end('return')}>
            {t('act.return')}
          </Menu.Item>
        )}
        {can.cancel && (
          <Menu.Item color="red" onClick={() => deeds.end('cancel')}>
            {t('act.cancel')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const endings = {
  return: shipmentsContract.returnShipment,
  cancel: shipmentsContract.cancelShipment,
} as const;

function useDeeds({ id, address }: Shipment) {
  const { t, language } = useTranslation('shipments');
  const confirm = useConfirm();
  const act = useAct();
  const end = async (deed: keyof typeof endings) => {
    const answer = await confirm({
      title: t(`${deed}.title`),
      text: t(`${deed}.text`),
      confirmLabel: t(`${deed}.do`),
      danger: true,
      reason: { label: t('reason'), required: true, maxLength: 300 },
    });
    if (!answer) return;
    const call = { params: { id }, body: { reason: answer.reason } };
    await act.run(() => api(endings[deed], call), { done: t('done.saved') });
  };
  return {
    end: (deed: keyof typeof endings) => void end(deed),
    restock: (lineId: string) =>
      void act.run(() => api(shipmentsContract.restockItem, { params: { id, lineId } }), {
        done: t('done.restock'),
      }),
    label: () =>
      void download(shipmentsContract.getLabels, { query: { ids: id } }).catch(notifyError),
    copy: () =>
      address &&
      void copyText(addressLines(address, language).join('\n')).then(() =>
        notify({ message: t('done.copied') }),
      ),
  };
}
