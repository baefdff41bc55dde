import { Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import {
  type SubscribeCheckout,
  subscriptionOrdersContract,
} from '#contract/subscription-orders.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { orderOfReturn } from '#web/sales/shared/return-of-buyer.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { MonthForm } from '../parts/month-form.tsx';
import classes from '../parts/month-page.module.css';
import { PaidMonth } from '../parts/paid-month.tsx';

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  // First: what was paid on the way changes what the page says.
  const returned = await orderOfReturn(new URL(request.url).searchParams);
  const slug = params.slug ?? '';
  const checkout = await api(subscriptionOrdersContract.getSubscribeCheckout, { params: { slug } });
  return { checkout, returned };
}
export const HydrateFallback = () => (
  <PageBody>
    <div className={classes.page}>
      <FormSkeleton />
    </div>
  </PageBody>
);
export const meta = pageMeta<typeof clientLoader>('subscriptions', ({ t, data }) => ({
  title: t('subscribe.title', { channel: data?.checkout.offer.channel.title ?? '' }),
  noIndex: true,
}));

export default function SubscribePage() {
  const { checkout, returned } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('subscriptions');
  const [paid, setPaid] = useState(returned?.next.kind === 'done' ? returned : null);
  const { channel, price, products } = checkout.offer;
  if (paid) {
    return (
      <PageBody>
        <div className={classes.page}>
          <PaidMonth order={paid} />
        </div>
      </PageBody>
    );
  }
  return (
    <PageBody>
      <div className={classes.page}>
        <PageHead
          title={t('subscribe.title', { channel: channel.title })}
          crumbs={[{ label: channel.title, to: `/channels/${channel.slug}` }]}
        />
        {checkout.offer.can.subscribe && price ? (
          <MonthForm
            price={price}
            paying={checkout}
            returned={returned}
            onDone={setPaid}
            start={(body, idempotencyKey) =>
              api(subscriptionOrdersContract.subscribe, {
                params: { slug: channel.slug },
                body,
                idempotencyKey,
              })
            }
          >
            <div>
              <Text fw={600}>{t('subscribe.opens', { count: products })}</Text>
              <Text size="sm" c="dimmed">
                {t('subscribe.how')}
              </Text>
            </div>
          </MonthForm>
        ) : (
          <NoOffer checkout={checkout} />
        )}
      </div>
    </PageBody>
  );
}

/** Subscribed already, or nothing to subscribe to. */
function NoOffer({ checkout: { offer } }: { checkout: SubscribeCheckout }) {
  const { t } = useTranslation('subscriptions');
  const { mine, channel } = offer;
  return (
    <EmptyState
      icon={IconUsersGroup}
      title={mine ? t('subscribe.already') : t('subscribe.none')}
      text={mine ? t('subscribe.alreadyText') : t('subscribe.noneText')}
      action={
        mine ? (
          <ActionLink to="/mystuff/subscriptions">{t('paid.mine')}</ActionLink>
        ) : (
          <ActionLink to={`/channels/${channel.slug}`}>{t('paid.channel')}</ActionLink>
        )
      }
    />
  );
}
