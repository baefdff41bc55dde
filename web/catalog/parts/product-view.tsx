import { Link } from 'react-router';
import type { ProductDetail } from '#contract/catalog.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { LiveBadge } from '../shared/live-badge.tsx';
import { pictureName } from '../shared/product-card.tsx';
import { ProductStatusBadge } from '../shared/product-status.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { ProductAbout } from './product-about.tsx';
import classes from './product-view.module.css';

type Props = { product: ProductDetail; code?: string };

/** The whole page of a product: picture, what it is, and the way to a ticket. */
export function ProductView({ product, code }: Props) {
  return (
    <article className={classes.page}>
      <Backdrop product={product} />
      <div className={classes.stage}>
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
        </div>
        <div className={classes.side}>
          <Headline product={product} />
          <BuyPanel product={product} code={code} />
        </div>
        <div className={classes.about}>
          <ProductAbout product={product} />
        </div>
      </div>
    </article>
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
      <h1 lang={product.language}>{product.title}</h1>
      <Link to={`/channels/${product.channel.slug}`} className={classes.channel}>
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
