import type { Sale } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DaysField } from '#web/ui/days-field.tsx';
import type { Sought } from '#web/ui/sought.ts';
import { SoughtField } from '#web/ui/sought-field.tsx';
import { useTableAddress } from '#web/ui/table-tools.tsx';

export type SalesSought = {
  products: (words: string) => Promise<Sought[]>;
  /** Left out where there is but one. */
  channels?: ((words: string) => Promise<Sought[]>) | undefined;
};

type Props = { sought: SalesSought; items: Sale[] };

/** Days, channel and product to which a list of sales is narrowed down. */
export function NarrowSales({ sought, items }: Props) {
  const { t } = useTranslation('sales');
  const address = useTableAddress([]);
  const isChosen = (name: string) => (one: { slug: string | null } | null) =>
    one !== null && one.slug === address.value(name);
  const titleOf = (name: 'product' | 'channel') =>
    items.map((sale) => sale[name]).find(isChosen(name))?.title;
  return (
    <>
      <DaysField labels={{ from: t('sale.from'), to: t('sale.to') }} />
      {sought.channels && (
        <SoughtField
          name="channel"
          label={t('order.channel')}
          search={sought.channels}
          chosen={titleOf('channel')}
        />
      )}
      <SoughtField
        name="product"
        label={t('order.product')}
        search={sought.products}
        chosen={titleOf('product')}
      />
    </>
  );
}
