import { ProductCard } from '#web/catalog/shared/product-card.tsx';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { lighthouse, longTitle } from '#web/previews/parts/sample-shows.ts';
import { Rail } from '#web/ui/rail.tsx';

const eight = Array.from({ length: 8 }, (_, place) => ({
  ...lighthouse,
  slug: `${lighthouse.slug}-${place + 1}`,
}));

function Shows({ count, title }: { count: number; title?: string }) {
  const { t } = useTranslation('previews');
  const all = { to: '/search-results', label: t('sample.seeShows') };
  return (
    <Rail title={title ?? t('sample.tonight')} all={count > 1 ? all : undefined}>
      {eight.slice(0, count).map((card) => (
        <ProductCard key={card.slug} card={card} among={count} />
      ))}
    </Rail>
  );
}

export const piece: Piece = {
  name: 'Rail',
  group: 'cards',
  wide: true,
  samples: [
    { state: 'normal', Show: () => <Shows count={8} /> },
    { state: 'one', Show: () => <Shows count={1} title={lighthouse.channel.title} /> },
    { state: 'long', Show: () => <Shows count={8} title={`${longTitle}, otra vez`} /> },
  ],
};
