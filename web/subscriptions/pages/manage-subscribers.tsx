import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { SubscribersList } from '../parts/subscribers-list.tsx';

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  api(subscriptionsContract.listAllSubscribers, {
    query: tableQuery(request, ['status', 'channel']),
  });
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('subscriptions', ({ t }) => ({
  title: t('subscribers.title'),
  noIndex: true,
}));

export default function ManageSubscribersPage() {
  const page = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('subscriptions');
  const [search] = useSearchParams();
  const channel = search.get('channel');
  return (
    <>
      <PageHead
        title={t('subscribers.title')}
        lead={t('subscribers.lead')}
        crumbs={[{ label: t('subscribers.sales'), to: '/manage/sales' }]}
      />
      <SubscribersList
        id="manage-subscribers"
        page={page}
        exports={{
          endpoint: subscriptionsContract.exportAllSubscribers,
          also: channel ? { channel } : {},
        }}
      />
    </>
  );
}
