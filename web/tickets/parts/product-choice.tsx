import { ticketsContract } from '#contract/tickets.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { Sought } from '#web/ui/sought.ts';
import { SoughtSelect } from '#web/ui/sought-select.tsx';

export type Choice = { slug: string; title: string };

type Props = {
  newest: Choice[];
  chosen: Choice | null;
  choose: (choice: Choice | null) => void;
};

const soughtOf = ({ slug: value, title: label }: Choice): Sought => ({ value, label });

/** A product by its title: the newest at once, any other by what is typed. */
export function ProductChoice({ newest, chosen, choose }: Props) {
  const { t } = useTranslation('tickets');
  const search = async (q: string) => {
    if (q === '') return newest.map(soughtOf);
    const { items } = await api(ticketsContract.listProductsForCoupons, { query: { q } });
    return items.map(soughtOf);
  };
  return (
    <SoughtSelect
      label={t('coupons.product')}
      placeholder={t('coupons.choose')}
      nothing={t('coupons.noProduct')}
      chosen={chosen && soughtOf(chosen)}
      choose={(one) => choose(one && { slug: one.value, title: one.label })}
      search={search}
      required
    />
  );
}
