import { useId } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import type { ProductCard as Card } from '#contract/catalog.ts';
import { sentTypes } from '#contract/shared/product-kinds.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { formatLength } from '#web/platform/format.ts';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ApproximatePrice } from '#web/ui/approximate-price.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import { LiveBadge } from './live-badge.tsx';
import classes from './product-card.module.css';

type Props = {
  card: Card;
  headingLevel?: 2 | 3;
  /** Stands in the first view of the page: its picture is fetched at once. */
  priority?: boolean;
  /** How many stand in its list: a few get more room on a wide screen. */
  among?: number;
};

const narrow = '(min-width: 60em) 32vw, (min-width: 37.5em) 48vw, 94vw';
const sizes = `(min-width: 100em) 17rem, (min-width: 80em) 22vw, ${narrow}`;
const sizesOfFew = `(min-width: 80em) 24rem, ${narrow}`;
/** As the style sheets of lists count. */
const isFew = (among: number | undefined): boolean => among !== undefined && among < 4;

/**
 * The card that was pressed last. A show may stand in several sliders of a page, and the browser
 * gives up the whole transition when two elements have one name.
 */
let pressed: string | null = null;

/** A product in a grid or slider: one link for the whole card. */
export function ProductCard({ card, headingLevel = 3, priority, among }: Props) {
  const { t } = useTranslation('catalog');
  const { typeTag } = useSiteConfig();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const address = `/products/${card.slug}`;
  const id = useId();
  const leaving = useViewTransitionState(address) && pressed === id;
  return (
    <article className={classes.card}>
      <div
        className={classes.picture}
        style={leaving ? { viewTransitionName: pictureName(card.slug) } : undefined}
      >
        <PictureView
          picture={card.picture}
          alt=""
          sizes={isFew(among) ? sizesOfFew : sizes}
          priority={priority}
        />
        {card.live && (
          <span className={classes.live}>
            <LiveBadge viewers={card.live.viewers} />
          </span>
        )}
        {typeTag && <span className={classes.type}>{t(`type.${card.type}`)}</span>}
      </div>
      <div className={classes.body}>
        <p className={classes.when} data-past={card.past || undefined}>
          <NextDate card={card} />
        </p>
        <Heading
          className={classes.title}
          style={leaving ? { viewTransitionName: titleName(card.slug) } : undefined}
        >
          <Link
            to={address}
            viewTransition
            prefetch="intent"
            className={classes.link}
            onClick={() => {
              pressed = id;
            }}
          >
            {card.title}
          </Link>
        </Heading>
        <div className={classes.foot}>
          <span className={classes.channel}>{card.channel.title}</span>
          <CardPrice card={card} />
          <ApproximatePrice
            amount={isToBeHad(card) ? card.price.total : 0}
            currency={card.price.currency}
            to={address}
            always
          />
        </div>
      </div>
    </article>
  );
}

/** The picture and the title of a card and those of its page are one to the eye. */
export const pictureName = (slug: string) => `product-${slug}`;
export const titleName = (slug: string) => `title-${slug}`;

function NextDate({ card }: { card: Card }) {
  const { t } = useTranslation('catalog');
  if (card.seconds !== null) return <FilmLength seconds={card.seconds} />;
  if (card.type === 'bundle') return <>{t('bundle.dates')}</>;
  if (sentTypes.includes(card.type)) return <>{t('thing.card')}</>;
  if (!card.session) return <>{t('card.noDate')}</>;
  const more = card.sessionCount - 1;
  return (
    <>
      {card.past && <span>{t(card.past === 'recorded' ? 'card.recorded' : 'card.ended')} · </span>}
      <When instant={card.session.startsAt} style="short" />
      {more > 0 && <span className={classes.more}> {t('card.moreDates', { count: more })}</span>}
    </>
  );
}

/** What plays whenever one wants says how long it is. */
function FilmLength({ seconds }: { seconds: number }) {
  const { t } = useTranslation('catalog');
  return (
    <>
      {t('vod.any')} · {formatLength(seconds)}
    </>
  );
}

const isSoldOut = (card: Card): boolean => card.sessionCount === 1 && card.session?.seatsLeft === 0;

/** Does its card say a price, and not what stands in the way? */
const isToBeHad = (card: Card): boolean =>
  !card.session?.cancelledAt && !isSoldOut(card) && card.openedBy === null;

function CardPrice({ card }: { card: Card }) {
  const { t } = useTranslation('catalog');
  const { freeTag } = useSiteConfig();
  const { total, before, currency } = card.price;
  if (card.session?.cancelledAt) {
    return <span className={classes.price}>{t('sale.cancelled')}</span>;
  }
  if (isSoldOut(card)) return <span className={classes.price}>{t('sale.soldOut')}</span>;
  if (card.openedBy) return <span className={classes.price}>{t('card.bySubscription')}</span>;
  return (
    <span className={classes.price} data-free={(freeTag && total === 0) || undefined}>
      {before !== null && (
        <s>
          <span className="said">{t('price.before')} </span>
          <Price amount={before} currency={currency} />
        </s>
      )}
      <Price amount={total} currency={currency} freeWord />
    </span>
  );
}
