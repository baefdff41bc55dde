import { Link } from 'react-router';
import type { ProductCard } from '#contract/catalog.ts';
import { ChannelLogo } from '#web/channels/shared/channel-logo.tsx';
import { PictureView } from '#web/media/shared/picture.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { ApproximatePrice } from '#web/ui/approximate-price.tsx';
import { Price } from '#web/ui/price.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './hero.module.css';

type Props = { product: ProductCard | null };

/** What stands first: the show that the house is proudest of, or what the house is. */
export function Hero({ product }: Props) {
  const { t } = useTranslation('pages');
  if (!product) return <h1 className={classes.alone}>{t('home.lead')}</h1>;
  const address = `/products/${product.slug}`;
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      {/* First: on a phone it stands above the words, which may be drawn before all of the page is here. */}
      <Link to={address} className={classes.picture} tabIndex={-1} aria-hidden="true">
        <PictureView
          picture={product.picture}
          alt=""
          sizes="(min-width: 60em) 55vw, 100vw"
          priority
        />
      </Link>
      <div className={classes.words}>
        <h1 className={classes.lead}>{t('home.lead')}</h1>
        {product.live && <StatusBadge tone="live">{t('home.watch')}</StatusBadge>}
        <h2 id="hero-title" className={classes.title}>
          <Link to={address}>{product.title}</Link>
        </h2>
        <p className={classes.text}>{product.shortDescription}</p>
        <Details product={product} />
        <ActionLink to={address} large>
          {t(product.live ? 'home.watchNow' : 'home.see')}
        </ActionLink>
      </div>
    </section>
  );
}

function Details({ product }: { product: ProductCard }) {
  const { t } = useTranslation('pages');
  const { channel, session, price } = product;
  return (
    <ul className={classes.details}>
      <li>
        <Link to={`/channels/${channel.slug}`} className={classes.channel}>
          <ChannelLogo title={channel.title} logo={channel.logo} />
          {channel.title}
        </Link>
      </li>
      {session && (
        <li>
          {session.cancelledAt && `${t('home.cancelled')} · `}
          <When instant={session.startsAt} />
        </li>
      )}
      <li className={classes.price}>
        <Price amount={price.total} currency={price.currency} freeWord />
        <ApproximatePrice amount={price.total} currency={price.currency} />
      </li>
    </ul>
  );
}
