import type { ChannelPage } from '#contract/channels.ts';
import type { SubscriptionCard } from '#contract/subscriptions.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './channel-offer.module.css';
import { useMineOfChannel } from './use-mine-of-channel.ts';

type Offered = { slug: string; subscription: NonNullable<ChannelPage['subscription']> };

/** What following a channel costs, and the way to it; nothing where it is not offered. */
export function ChannelOffer({ channel }: { channel: ChannelPage }) {
  const { subscription, slug } = channel;
  return subscription && <OfferedTo slug={slug} subscription={subscription} />;
}

/** The page is the same for all: only the browser of who has it knows that they do. */
function OfferedTo({ slug, subscription }: Offered) {
  const { t } = useTranslation('subscriptions');
  const mine = useMineOfChannel(slug);
  return (
    <section data-spare className={classes.offer} aria-label={t('offer.label')}>
      {mine ? <Mine mine={mine} /> : <ToBeHad slug={slug} subscription={subscription} />}
    </section>
  );
}

function ToBeHad({ slug, subscription }: Offered) {
  const { t } = useTranslation('subscriptions');
  return (
    <>
      <p className={classes.price}>
        <strong>
          <Price amount={subscription.total} currency={subscription.currency} />
        </strong>{' '}
        {t('offer.month')}
      </p>
      <p className={classes.text}>{t('offer.text')}</p>
      <ActionLink to={`/channels/${slug}/subscribe`}>{t('offer.button')}</ActionLink>
      <ActionLink to={`/shop?kind=channel&add=${slug}`} quiet>
        {t('offer.cart')}
      </ActionLink>
    </>
  );
}

/** They have it, be it cancelled and not over yet. */
export function Mine({ mine }: { mine: SubscriptionCard }) {
  const { t } = useTranslation('subscriptions');
  const { status, accessUntil } = mine;
  return (
    <>
      <p className={classes.price}>
        <strong>{t('offer.mine')}</strong>
      </p>
      <p className={classes.text}>
        {status === 'cancelled' && accessUntil ? (
          <>
            {t('offer.mineUntil')} <When instant={accessUntil} style="date" />
          </>
        ) : (
          t('offer.mineText')
        )}
      </p>
      <ActionLink to="/mystuff/subscriptions" quiet>
        {t('offer.mineButton')}
      </ActionLink>
    </>
  );
}
