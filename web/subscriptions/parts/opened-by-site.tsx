import type { ProductCard as Card } from '#contract/catalog.ts';
import { ProductCard } from '#web/catalog/shared/product-card.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { Rail } from '#web/ui/rail.tsx';

/** What the subscription to the site opens today, the newest of it. */
export function OpenedBySite({ products }: { products: { items: Card[] } }) {
  const { t } = useTranslation('subscriptions');
  if (products.items.length === 0) return null;
  return (
    <Rail title={t('site.opened')}>
      {products.items.map((card) => (
        <ProductCard key={card.id} card={card} among={products.items.length} />
      ))}
    </Rail>
  );
}
