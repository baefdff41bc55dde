import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { ProductCard, ProductDetail } from '#contract/catalog.ts';
import type { ProductShipping } from '#contract/shipping.ts';
import type { SiteOffer } from '#contract/site-subscription.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { usePresence } from '#web/ui/use-presence.ts';
import { LiveBadge } from '../shared/live-badge.tsx';
import { pictureName, titleName } from '../shared/product-card.tsx';
import { ProductStatusBadge } from '../shared/product-status.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { MoreShows } from './more-shows.tsx';
import { ProductAbout } from './product-about.tsx';
import classes from './product-view.module.css';

const ShareButton = lazy(async () => ({
  default: (await import('#web/ui/share-button.tsx')).ShareButton,
}));

/** Only a person shares: it comes when somebody is there, into a place that is kept for it. */
function Share({ slug, title }: Pick<ProductDetail, 'slug' | 'title'>) {
  const isHere = usePresence();
  return (
    <span className={classes.share}>
      {isHere && (
        <Suspense>
          <ShareButton path={`/products/${slug}`} title={title} />
        </Suspense>
      )}
    </span>
  );
}

type Props = {
  product: ProductDetail;
  code?: string;
  more?: ProductCard[];
  shipping?: ProductShipping | null;
  /** The subscription to the whole site, where it opens this too. */
  siteOffer?: SiteOffer | null;
};

/** The whole page of a product: picture, what it is, and the way to a ticket. */
export function ProductView({
  product,
  code,
  more = [],
  shipping = null,
  siteOffer = null,
}: Props) {
  const { t } = useTranslation('catalog');
  const { channel } = product;
  const crumbs = [
    { label: t('product.home'), to: '/' },
    { label: channel.title, to: `/channels/${channel.slug}` },
  ];
  return (
    <article className={classes.page}>
      <Backdrop product={product} />
      <div className={classes.stage}>
        <div className={classes.crumbs}>
          <Breadcrumbs crumbs={crumbs} here={product.title} />
          {product.status === 'published' && <Share {...product} />}
        </div>
        <div className={classes.picture} style={{ viewTransitionName: pictureName(product.slug) }}>
          <PictureView
            picture={product.picture}
            alt=""
            sizes="(min-width: 80em) 58vw, (min-width: 60em) 54vw, 100vw"
            priority
          />
          {product.live && (
            <span className={classes.live}>
              <LiveBadge viewers={product.live.viewers} />
            </span>
          )}
          <Trailer url={product.trailerUrl} />
        </div>
        <div className={classes.side}>
          <Headline product={product} />
          <BuyPanel {...{ product, code, shipping, siteOffer }} />
          <GoodToKnow product={product} />
        </div>
        <div className={classes.about}>
          <ProductAbout product={product} />
        </div>
      </div>
      <MoreShows channel={channel} cards={more} />
    </article>
  );
}

function Trailer({ url }: { url: string }) {
  const { t } = useTranslation('catalog');
  if (!url) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={classes.trailer}>
      <IconPlayerPlayFilled size={16} aria-hidden />
      {t('about.trailer')}
    </a>
  );
}

/** The picture's own colours, out of focus behind the stage: its placeholder is a few bytes. */
function Backdrop({ product }: Props) {
  const placeholder = product.picture?.placeholder;
  if (!placeholder) return null;
  return (
    <div
      className={classes.backdrop}
      aria-hidden="true"
      style={{ backgroundImage: `url("${placeholder}")` }}
    />
  );
}

function Headline({ product }: Props) {
  const { t } = useTranslation('catalog');
  const { typeTag } = useSiteConfig();
  return (
    <header className={classes.headline}>
      {(typeTag || product.status !== 'published') && (
        <div className={classes.tags}>
          {typeTag && <span className={classes.type}>{t(`type.${product.type}`)}</span>}
          {product.status !== 'published' && <ProductStatusBadge status={product.status} />}
        </div>
      )}
      <h1 lang={product.language} style={{ viewTransitionName: titleName(product.slug) }}>
        {product.title}
      </h1>
      <Link to={`/channels/${product.channel.slug}`} prefetch="intent" className={classes.channel}>
        {product.channel.logo && (
          <span className={classes.logo}>
            <PictureView picture={product.channel.logo} alt="" sizes="36px" ratio={1} />
          </span>
        )}
        {product.channel.title}
      </Link>
      <p className={classes.lead} lang={product.language}>
        {product.shortDescription}
      </p>
    </header>
  );
}
