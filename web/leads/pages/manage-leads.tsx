import { Stack } from '@mantine/core';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { leadsContract } from '#contract/leads.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { LeadsList } from '../parts/leads-list.tsx';
import { LinesPanel } from '../parts/lines-panel.tsx';
import { RatesPanel } from '../parts/rates-panel.tsx';
import { leadFilters, useLeadsAddress } from '../parts/use-leads-address.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const query = tableQuery(request, leadFilters);
  const [leads, lines] = await Promise.all([
    api(leadsContract.listAllLeads, { query }),
    api(leadsContract.listAllLines),
  ]);
  return { leads, lines: lines.items };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('leads', ({ t }) => ({ title: t('all.title'), noIndex: true }));

export default function ManageLeadsPage() {
  const { leads, lines } = useLoaderData<typeof clientLoader>();
  const address = useLeadsAddress();
  const { t } = useTranslation('leads');
  return (
    <>
      <PageHead title={t('all.title')} lead={t('all.lead')} />
      <Stack gap="lg">
        <LeadsList
          id="manage-leads"
          page={leads}
          exports={{ endpoint: leadsContract.exportAllLeads, also: address }}
          productLink={({ product }) => `/manage/products/${product?.slug}`}
        />
        <RatesPanel rates={leads.rates} />
        <LinesPanel lines={lines} />
      </Stack>
    </>
  );
}
