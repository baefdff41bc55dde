import { Text } from '@mantine/core';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { When } from '#web/ui/when.tsx';
import { MonthForm } from '../parts/month-form.tsx';
import classes from '../parts/month-page.module.css';
import { PaidMonth } from '../parts/paid-month.tsx';
import { useFollowed } from '../parts/use-followed.ts';

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  api(subscriptionOrdersContract.getMonthCheckout, { params: { id: params.id ?? '' } });
export const HydrateFallback = () => (
  <PageBody>
    <div className={classes.page}>
      <FormSkeleton />
    </div>
  </PageBody>
);
export const meta = pageMeta('subscriptions', ({ t }) => ({
  title: t('month.title'),
  noIndex: true,
}));

export default function PayMonthPage() {
  const checkout = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('subscriptions');
  const [paid, setPaid] = useState<Order | null>(null);
  const { subscription, price, startsAt, endsAt } = checkout;
  const { term } = subscription;
  const { title } = useFollowed(subscription.channel);
  return (
    <PageBody>
      <div className={classes.page}>
        {paid ? (
          <PaidMonth order={paid} />
        ) : (
          <>
            <PageHead
              title={t(term === 'year' ? 'month.titleYear' : 'month.title')}
              crumbs={[{ label: t('mine.title'), to: '/mystuff/subscriptions' }]}
            />
            <MonthForm
              price={price}
              term={term}
              paying={checkout}
              returned={null}
              onDone={setPaid}
              start={(body, idempotencyKey) =>
                api(subscriptionOrdersContract.orderMonth, {
                  params: { id: subscription.id },
                  body,
                  idempotencyKey,
                })
              }
            >
              <div>
                <Text fw={600}>{title}</Text>
                <Text size="sm" c="dimmed">
                  <When instant={startsAt} style="date" /> – <When instant={endsAt} style="date" />
                </Text>
                <Text size="sm" mt="xs">
                  {t(term === 'year' ? 'month.textYear' : 'month.text')}
                </Text>
              </div>
            </MonthForm>
          </>
        )}
      </div>
    </PageBody>
  );
}
