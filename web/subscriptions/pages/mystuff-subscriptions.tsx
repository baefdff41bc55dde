import { IconUsersGroup } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { siteSubscriptionContract } from '#contract/site-subscription.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { api } from '#web/platform/api.ts';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { useTranslation } from '#web/platform/words.ts';
import { MySpace } from '#web/sales/shared/my-space.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { PageLinks } from '#web/ui/page-links.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { RowsSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { MySubscription } from '../parts/my-subscription.tsx';
import { SiteOffer } from '../shared/site-offer.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const [page, { offer, can }] = await Promise.all([
    api(subscriptionsContract.listMySubscriptions, { query: tableQuery(request) }),
    api(siteSubscriptionContract.getMySiteOffer),
  ]);
  return { page, offer: can.subscribe ? offer : null };
}
export const HydrateFallback = () => (
  <MySpace tab="subscriptions">
    <RowsSkeleton />
  </MySpace>
);
export const meta = pageMeta('subscriptions', ({ t }) => ({
  title: t('mine.title'),
  noIndex: true,
}));

export default function MySubscriptionsPage() {
  const { page, offer } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('subscriptions');
  const inCurrency = useInCurrency();
  return (
    <MySpace tab="subscriptions">
      <SiteOffer offer={offer} />
      {page.total === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title={t('mine.none')}
          text={t('mine.noneText')}
          action={<ActionLink to={inCurrency('/search-results')}>{t('mine.discover')}</ActionLink>}
        />
      ) : (
        page.items.map((one) => <MySubscription key={one.id} subscription={one} />)
      )}
      <PageLinks page={page} addressOf={(number) => `?page=${number}`} />
    </MySpace>
  );
}
