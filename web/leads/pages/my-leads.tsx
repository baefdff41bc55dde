import { Stack } from '@mantine/core';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { leadsContract } from '#contract/leads.ts';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { CouponsPanel } from '../parts/coupons-panel.tsx';
import { LeadsList } from '../parts/leads-list.tsx';
import { LinesPanel } from '../parts/lines-panel.tsx';
import { RatesPanel } from '../parts/rates-panel.tsx';
import { leadFilters, useLeadsAddress } from '../parts/use-leads-address.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const query = tableQuery(request, leadFilters);
  const [leads, lines, coupons] = await Promise.all([
    api(leadsContract.listLeads, { query }),
    api(leadsContract.listLines),
    api(leadsContract.listLetterCoupons),
  ]);
  return { leads, lines: lines.items, coupons: coupons.items };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('leads', ({ t }) => ({ title: t('mine.title'), noIndex: true }));

export default function MyLeadsPage() {
  const { leads, lines, coupons } = useLoaderData<typeof clientLoader>();
  useFreshOnNews();
  const address = useLeadsAddress();
  const { t } = useTranslation('leads');
  return (
    <>
      <PageHead title={t('mine.title')} lead={t('mine.lead')} />
      <Stack gap="lg">
        <LeadsList
          id="my-leads"
          page={leads}
          exports={{ endpoint: leadsContract.exportLeads, also: address }}
          productLink={({ channel, product }) =>
            `/account/channels/${channel.slug}/products/${product?.slug}`
          }
        />
        <RatesPanel rates={leads.rates} />
        <LinesPanel lines={lines} />
        <CouponsPanel items={coupons} />
      </Stack>
    </>
  );
}
