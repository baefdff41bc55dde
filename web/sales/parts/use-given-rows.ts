import type { Giving } from '#contract/donations.ts';
import type { Given } from '#web/donations/shared/giving-fields.tsx';
import { useTranslation } from '#web/platform/words.ts';
import type { GivenRow } from '../shared/order-summary.tsx';

/** What is given, as rows of the price. */
export function useGivenRows(giving: Giving | null, { donation, support }: Given): GivenRow[] {
  const { t } = useTranslation('sales');
  const channel = giving?.channel.title ?? '';
  return [
    { label: t('giving.row', { channel }), amount: donation },
    { label: t('giving.supportRow'), amount: support },
  ];
}
