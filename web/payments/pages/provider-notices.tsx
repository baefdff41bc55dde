import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { providerEventsContract } from '#contract/provider-events.ts';
import { api } from '#web/platform/api.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { NoticeList } from '../parts/notice-list.tsx';
import { NoticeView } from '../parts/notice-view.tsx';

/** All notices, or the one that the address names. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('notice');
  if (id) {
    const one = await api(providerEventsContract.getProviderEvent, { params: { id } });
    return { one, page: null };
  }
  const query = tableQuery(request, ['provider', 'state']);
  return { one: null, page: await api(providerEventsContract.listProviderEvents, { query }) };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('payments', ({ t }) => ({ title: t('notices.title'), noIndex: true }));

export default function ProviderNoticesPage() {
  const { one, page } = useLoaderData<typeof clientLoader>();
  return one ? <NoticeView event={one} /> : <NoticeList page={page} />;
}
