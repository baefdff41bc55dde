import { Modal, Text } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { type Shipment, shipmentsContract } from '#contract/shipments.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';

type Props = { shipment: Shipment; close: () => void };

/** With whom something is sent and how it is followed; the same again for what was mistyped. */
export function SendDialog({ shipment, close }: Props) {
  const { t } = useTranslation('shipments');
  const { t: say } = useTranslation('ui');
  const { revalidate } = useRevalidator();
  const { id, can, carrier, trackingCode, trackingUrl } = shipment;
  const endpoint = can.send ? shipmentsContract.sendShipment : shipmentsContract.saveTracking;
  return (
    <Modal
      opened
      onClose={close}
      title={t('send.title')}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('send.text')}
      </Text>
      <DeskForm
        id={`tracking:${id}`}
        bar={false}
        keepData
        initial={{ carrier, trackingCode, trackingUrl }}
        submitLabel={t(can.send ? 'send.do' : 'send.save')}
        save={(body) => api(endpoint, { params: { id }, body })}
        saved={() => {
          notify({ message: t(can.send ? 'done.sent' : 'done.saved') });
          close();
          void revalidate();
        }}
      >
        <TextField name="carrier" label={t('send.carrier')} maxLength={80} />
        <TextField name="trackingCode" label={t('send.code')} maxLength={80} />
        <TextField
          name="trackingUrl"
          label={t('send.url')}
          description={t('send.urlHint')}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={500}
        />
      </DeskForm>
    </Modal>
  );
}
