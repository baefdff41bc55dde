import { Text } from '@mantine/core';
import type { Shipment } from '#contract/shipments.ts';
import { useTranslation } from '#web/platform/words.ts';
import { addressLines } from './address-text.ts';

/** Where something goes, or who fetches it. */
export function AddressLines({ shipment }: { shipment: Shipment }) {
  const { t, language } = useTranslation('shipments');
  const { address, buyer, method } = shipment;
  if (address) {
    const [name, ...rest] = addressLines(address, language);
    return (
      <div>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {rest.join(', ')}
        </Text>
      </div>
    );
  }
  return (
    <div>
      <Text size="sm">{buyer.name || buyer.email}</Text>
      <Text size="xs" c="dimmed">
        {method === 'pickup' ? t('method.pickup') : t('erased')}
      </Text>
    </div>
  );
}
