import { Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import type { MonthForm as Form, SubscribeCheckout } from '#contract/subscription-orders.ts';
import { useTranslation } from '#web/platform/words.ts';
import { AddToCart } from '#web/sales/shared/add-to-cart.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { PaidMonth } from '../shared/paid-month.tsx';
import { useFollowed } from '../shared/use-followed.ts';
import { MonthForm } from './month-form.tsx';
import { MonthPage } from './month-page.tsx';

type Props = {
  checkout: SubscribeCheckout;
  /** The order with which the buyer came back from the provider. */
  returned: Order | null;
  start: (form: Form, idempotencyKey: string) => Promise<Order>;
  /** What it opens, to be looked through. */
  opened?: ReactNode;
};

/** Subscribing to a channel, or to the whole site: what it opens, what it costs, and the payment. */
export function SubscribeView({ checkout, returned, start, opened }: Props) {
  const { t } = useTranslation('subscriptions');
  const [paid, setPaid] = useState(returned?.next.kind === 'done' ? returned : null);
  const { offer } = checkout;
  const { channel, price, products, term } = offer;
  const { title } = useFollowed(channel);
  const inCart = { kind: 'subscription', channelSlug: channel?.slug ?? null } as const;
  const opensNothing = channel ? 'subscribe.opensNone' : 'site.opensNothing';
  if (paid) {
    return (
      <MonthPage>
        <PaidMonth order={paid} />
      </MonthPage>
    );
  }
  return (
    <MonthPage below={opened}>
      <PageHead
        title={t('subscribe.title', { channel: title })}
        crumbs={channel ? [{ label: title, to: `/channels/${channel.slug}` }] : []}
      />
      {offer.can.subscribe && price ? (
        <MonthForm
          price={price}
          term={term}
          paying={checkout}
          returned={returned}
          onDone={setPaid}
          start={start}
          also={<AddToCart item={inCart} disabled={false} />}
        >
          <div>
            <Text fw={600}>
              {products === 0
                ? t(opensNothing)
                : t(channel ? 'subscribe.opens' : 'site.opens', { count: products })}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`subscribe.how.${term}`)}
            </Text>
          </div>
        </MonthForm>
      ) : (
        <NoOffer checkout={checkout} />
      )}
    </MonthPage>
  );
}

/** Subscribed already, or nothing to subscribe to. */
function NoOffer({ checkout: { offer } }: { checkout: SubscribeCheckout }) {
  const { t } = useTranslation('subscriptions');
  const { mine, channel } = offer;
  const { path, label } = useFollowed(channel);
  const noneText = t(channel ? 'subscribe.noneText' : 'site.noneText');
  return (
    <EmptyState
      icon={IconUsersGroup}
      title={mine ? t('subscribe.already') : t('subscribe.none')}
      text={mine ? t('subscribe.alreadyText') : noneText}
      action={
        mine ? (
          <ActionLink to="/mystuff/subscriptions">{t('paid.mine')}</ActionLink>
        ) : (
          <ActionLink to={path}>{label}</ActionLink>
        )
      }
    />
  );
}
