import type { SalesShown } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DaysField } from '#web/ui/days-field.tsx';
import type { Sought } from '#web/ui/sought.ts';
import { SoughtField } from '#web/ui/sought-field.tsx';

export type SalesSought = {
  products: (words: string) => Promise<Sought[]>;
  /** Left out where there is but one. */
  channels?: ((words: string) => Promise<Sought[]>) | undefined;
};

type Props = {
  sought: SalesSought;
  /** How those in the address are called. */
  narrowed: SalesShown;
};

/** Days, channel and product to which a list of sales is narrowed down. */
export function NarrowSales({ sought, narrowed }: Props) {
  const { t } = useTranslation('sales');
  return (
    <>
      <DaysField labels={{ from: t('sale.from'), to: t('sale.to') }} />
      {sought.channels && (
        <SoughtField
          name="channel"
          label={t('order.channel')}
          search={sought.channels}
          chosen={narrowed.channel ?? undefined}
        />
      )}
      <SoughtField
        name="product"
        label={t('order.product')}
        search={sought.products}
        chosen={narrowed.product ?? undefined}
      />
    </>
  );
}
