import { Anchor, Stack, Text } from '@mantine/core';
import type { MyShipment as Mine } from '#contract/shipments.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ShipmentBadge } from './shipment-badge.tsx';

/** How an order is on its way to whoever bought it, and where it can be followed. */
export function MyShipment({ shipment }: { shipment: Mine }) {
  const { t } = useTranslation('shipments');
  const { method, pickup, carrier, trackingCode, trackingUrl } = shipment;
  const tracked = [carrier, trackingCode].filter(Boolean).join(' · ');
  return (
    <Stack gap={4} align="flex-start">
      <ShipmentBadge shipment={shipment} />
      {method === 'pickup' && (
        <Text size="xs" c="dimmed">
          {t('mine.pickup', { place: pickup })}
        </Text>
      )}
      {tracked && (
        <Text size="xs" c="dimmed" className="figures">
          {tracked}
        </Text>
      )}
      {trackingUrl && (
        <Anchor href={trackingUrl} target="_blank" rel="noopener noreferrer" size="sm">
          {t('mine.track')}
        </Anchor>
      )}
    </Stack>
  );
}
