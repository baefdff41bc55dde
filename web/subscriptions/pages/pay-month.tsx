import { Button, Group, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { type MonthCheckout, subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { api } from '#web/platform/api.ts';
import { formatDate } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { orderOfReturn } from '#web/sales/shared/return-of-buyer.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { When } from '#web/ui/when.tsx';
import { MonthForm } from '../parts/month-form.tsx';
import { MonthPage, MonthSkeleton, toHowItStands } from '../parts/month-page.tsx';
import { PaidMonth } from '../shared/paid-month.tsx';
import { useFollowed } from '../shared/use-followed.ts';

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  // First: what was paid on the way is no month to be paid any more.
  const returned = await orderOfReturn(new URL(request.url).searchParams);
  if (returned?.next.kind === 'done') return { checkout: null, returned };
  const id = params.id ?? '';
  const asked = api(subscriptionOrdersContract.getMonthCheckout, { params: { id } });
  return { checkout: await asked.catch(toHowItStands), returned };
}
export const HydrateFallback = MonthSkeleton;
export const meta = pageMeta('subscriptions', ({ t }) => ({
  title: t('month.title'),
  noIndex: true,
}));

export default function PayMonthPage() {
  const { checkout, returned } = useLoaderData<typeof clientLoader>();
  const [paid, setPaid] = useState(checkout ? null : returned);
  return (
    <MonthPage>
      {paid ? (
        <PaidMonth order={paid} again />
      ) : (
        checkout && <PayMonth checkout={checkout} returned={returned} onDone={setPaid} />
      )}
    </MonthPage>
  );
}

type Props = { checkout: MonthCheckout; returned: Order | null; onDone: (order: Order) => void };

/** The month that the page was opened for; once that is paid elsewhere, word of it before the next one. */
function PayMonth({ checkout, returned, onDone }: Props) {
  const { t } = useTranslation('subscriptions');
  const { subscription, price, startsAt, endsAt } = checkout;
  const { term, paymentDue, lastFour } = subscription;
  const { title } = useFollowed(subscription.channel);
  const isYear = term === 'year';
  const due = isYear ? 'month.titleDueYear' : 'month.titleDue';
  const ahead = isYear ? 'month.titleYear' : 'month.title';
  const [meant, setMeant] = useState(startsAt);
  return (
    <>
      <PageHead
        title={t(paymentDue ? due : ahead)}
        crumbs={[{ label: t('mine.title'), to: '/mystuff/subscriptions' }]}
      />
      {meant === startsAt ? (
        <MonthForm
          key={startsAt}
          price={price}
          term={term}
          paying={checkout}
          returned={returned}
          onDone={onDone}
          start={(body, idempotencyKey) =>
            api(subscriptionOrdersContract.orderMonth, {
              params: { id: subscription.id },
              body: { ...body, startsAt },
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
              {t(isYear ? 'month.textYear' : 'month.text')}{' '}
              {lastFour && t('month.card', { card: lastFour })}
            </Text>
          </div>
        </MonthForm>
      ) : (
        <PaidMeanwhile until={startsAt} isYear={isYear} onNext={() => setMeant(startsAt)} />
      )}
    </>
  );
}

type PaidProps = { until: string; isYear: boolean; onNext: () => void };

function PaidMeanwhile({ until, isYear, onNext }: PaidProps) {
  const { t, language } = useTranslation('subscriptions');
  const zone = useViewerZone();
  const day = formatDate(until, { language, zone, style: 'date' });
  return (
    <EmptyState
      icon={IconUsersGroup}
      title={t(isYear ? 'month.paidMeanwhileYear' : 'month.paidMeanwhile')}
      text={t('month.paidMeanwhileText', { day })}
      action={
        <Group justify="center">
          <ActionLink to="/mystuff/subscriptions">{t('paid.mine')}</ActionLink>
          <Button variant="default" onClick={onNext}>
            {t(isYear ? 'month.titleYear' : 'month.title')}
          </Button>
        </Group>
      }
    />
  );
}
