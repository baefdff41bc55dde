import { Text } from '@mantine/core';
import { useTranslation } from '#web/platform/words.ts';

/** By what people name an order, in one piece: as a screen says it, so somebody reads it aloud. */
export function OrderNumber({ number }: { number: string }) {
  const { t } = useTranslation('sales');
  return (
    <Text component="span" display="block" size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {t('order.number', { number })}
    </Text>
  );
}
