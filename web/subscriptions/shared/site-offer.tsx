import type { SiteOffer as Offer } from '#contract/site-subscription.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { Price } from '#web/ui/price.tsx';
import classes from './channel-offer.module.css';

/** What the subscription to the whole site costs, and the way to it; nothing where none is sold. */
export function SiteOffer({ offer }: { offer: Offer | null }) {
  const { t } = useTranslation('subscriptions');
  const { name: site } = useBrand();
  if (!offer) return null;
  const { price, term } = offer;
  return (
    <section className={`${classes.offer} ${classes.site}`} aria-label={t('site.offer.label')}>
      <p className={classes.price}>
        <strong>
          <Price amount={price.total} currency={price.currency} />
        </strong>{' '}
        {t(`site.offer.${term}`)}
      </p>
      <p className={classes.text}>
        <b>{t('site.offer.title')}</b> {t('site.offer.text', { site })}
      </p>
      <ActionLink to="/subscribe">{t('site.offer.button')}</ActionLink>
    </section>
  );
}
