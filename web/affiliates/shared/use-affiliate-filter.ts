import type { AffiliateName } from '#contract/affiliates.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { TableFilter } from '#web/ui/table-tools.tsx';

/** The filter of a list by who brought the buyers; none where nobody has. */
export function useAffiliateFilter(affiliates: AffiliateName[]): TableFilter[] {
  const { t } = useTranslation('affiliates');
  if (affiliates.length === 0) return [];
  const options = affiliates.map(({ id, name, code }) => ({
    value: id,
    label: `${name} · ${code}`,
  }));
  return [{ name: 'affiliate', label: t('filter'), options }];
}
