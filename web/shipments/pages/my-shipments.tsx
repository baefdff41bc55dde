import { IconPackage } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { shipmentsContract } from '#contract/shipments.ts';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { ShipmentsList } from '../parts/shipments-list.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const query = tableQuery(request, ['state', 'method', 'channel']);
  const isWhole = !new URL(request.url).search;
  return { page: await api(shipmentsContract.listShipments, { query }), isWhole };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('shipments', ({ t }) => ({ title: t('title'), noIndex: true }));

export default function MyShipmentsPage() {
  const { page, isWhole } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('shipments');
  useFreshOnNews();
  return (
    <>
      <PageHead
        title={t('title')}
        lead={page.toSend > 0 ? t('toSend', { count: page.toSend }) : t('lead')}
      />
      {isWhole && page.total === 0 ? (
        <EmptyState icon={IconPackage} title={t('none')} text={t('noneText')} />
      ) : (
        <ShipmentsList page={page} />
      )}
    </>
  );
}
