import type { OrderState } from '#contract/orders.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const tones: Record<OrderState, 'good' | 'bad' | 'wait' | 'quiet'> = {
  pending: 'wait',
  paid: 'good',
  refunded: 'quiet',
  partly_refunded: 'quiet',
  failed: 'bad',
  expired: 'quiet',
  cancelled: 'quiet',
};

/** How an order stands. Nobody has paid what is free: it is confirmed. */
export function OrderBadge({
  order: { state, total },
}: {
  order: { state: OrderState; total: number };
}) {
  const { t } = useTranslation('sales');
  const isFree = state === 'paid' && total === 0;
  return (
    <StatusBadge tone={tones[state]}>
      {isFree ? t('orderState.confirmed') : t(`orderState.${state}`)}
    </StatusBadge>
  );
}
