import { useEffect, useState } from 'react';
import { type Order, ordersContract } from '#contract/orders.ts';
import { api } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';

/** An order whole; null until it is there, and while nobody wants it. */
export function useOrder(id: string, isAsked = true): Order | null {
  const [order, setOrder] = useState<Order | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let isWanted = true;
    api(ordersContract.getOrder, { params: { id } }).then(
      (answer) => isWanted && setOrder(answer),
      (fault) => isWanted && notifyError(fault),
    );
    return () => {
      isWanted = false;
    };
  }, [id, isAsked]);
  return order;
}

/** What was bought by it, parts of bundles apart. */
export const boughtLines = ({ lines }: Order) =>
  lines.filter(({ bundleLineId }) => bundleLineId === null);

/** How a line is called where it stands beside others: what was given has no title of its own. */
export function useLineName(order: Order | null) {
  const { t } = useTranslation('sales');
  return ({ kind, title }: Order['lines'][number]): string => {
    if (kind === 'support') return t('giving.supportRow');
    return kind === 'donation'
      ? t('giving.row', { channel: order?.channel?.title ?? title })
      : title;
  };
}
