import type { OrderEvent } from '#contract/sold-order.ts';
import { useTranslation } from '#web/platform/words.ts';

/** Who did something, in words; `mine`: the organizer is whoever reads. */
export function useDoer(mine: boolean) {
  const { t } = useTranslation('sales');
  return ({ by, name }: Pick<OrderEvent, 'by' | 'name'>): string => {
    if (mine && by === 'organizer') return t('sold.you');
    const role = t(`sold.by.${by}`);
    return name ? `${role} (${name})` : role;
  };
}
