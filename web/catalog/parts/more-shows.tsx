import type { ProductCard as Card } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Rail } from '#web/ui/rail.tsx';
import { ProductCard } from '../shared/product-card.tsx';
import classes from './product-view.module.css';

type Props = { channel: { slug: string; title: string }; cards: Card[] };

/** What else this channel has, for whoever has read this far. */
export function MoreShows({ channel, cards }: Props) {
  const { t } = useTranslation('catalog');
  if (cards.length === 0) return null;
  return (
    <div className={classes.more}>
      <Rail
        title={t('product.more', { channel: channel.title })}
        all={{ to: `/channels/${channel.slug}`, label: t('product.moreAll') }}
      >
        {cards.map((card) => (
          <ProductCard key={card.id} card={card} among={cards.length} />
        ))}
      </Rail>
    </div>
  );
}
