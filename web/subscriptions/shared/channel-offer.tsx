import type { ChannelPage } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { Price } from '#web/ui/price.tsx';
import classes from './channel-offer.module.css';

/** What following a channel costs, and the way to it; nothing where it is not offered. */
export function ChannelOffer({ channel }: { channel: ChannelPage }) {
  const { t } = useTranslation('subscriptions');
  const { subscription, slug } = channel;
  if (!subscription) return null;
  return (
    <section className={classes.offer} aria-label={t('offer.label')}>
      <p className={classes.price}>
        <strong>
          <Price amount={subscription.total} currency={subscription.currency} />
        </strong>{' '}
        {t('offer.month')}
      </p>
      <p className={classes.text}>{t('offer.text')}</p>
      <ActionLink to={`/channels/${slug}/subscribe`}>{t('offer.button')}</ActionLink>
    </section>
  );
}
