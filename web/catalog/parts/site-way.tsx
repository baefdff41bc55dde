import { Link } from 'react-router';
import type { SiteOffer } from '#contract/site-subscription.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './buy-panel.module.css';

/** Whoever subscribes to the whole site sees this without a ticket. */
export function SiteWay({ offer: { price, term } }: { offer: SiteOffer }) {
  const { t, language } = useTranslation('catalog');
  const { name: site } = useBrand();
  const amount = formatMoney(price.total, price.currency, language);
  return (
    <p className={classes.bySite}>
      <Link to="/subscribe">{t('buy.bySite', { site })}</Link>
      <br />
      {t(`buy.bySitePrice.${term}`, { amount })}
    </p>
  );
}
