import { Text } from '@mantine/core';
import type { OrderBrief } from '#contract/orders.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { OrderBadge } from './order-badge.tsx';

/** How an order of mine stands, and what became of asking for its money back. */
export function MyOrderState({ order }: { order: OrderBrief }) {
  const { t } = useTranslation('sales');
  const { request } = order;
  return (
    <div style={{ display: 'grid', gap: 4, justifyItems: 'start' }}>
      <OrderBadge order={order} />
      {request?.state === 'asked' && <StatusBadge tone="wait">{t('request.waits')}</StatusBadge>}
      {request?.state === 'refused' && order.state !== 'refunded' && (
        <>
          <StatusBadge tone="quiet">{t('request.saidNo')}</StatusBadge>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {request.answer}
          </Text>
        </>
      )}
    </div>
  );
}
