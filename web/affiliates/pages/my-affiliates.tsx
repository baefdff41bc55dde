import { Stack, Text } from '@mantine/core';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { affiliatesContract } from '#contract/affiliates.ts';
import { api } from '#web/platform/api.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { AffiliatesList } from '../parts/affiliates-list.tsx';
import { NewAffiliate } from '../parts/new-affiliate.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const query = tableQuery(request, ['channel', 'state']);
  const [page, choices] = await Promise.all([
    api(affiliatesContract.listAffiliates, { query }),
    api(affiliatesContract.listAffiliateChoices),
  ]);
  return { page, choices: choices.items };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('affiliates', ({ t }) => ({ title: t('title'), noIndex: true }));

export default function MyAffiliatesPage() {
  const { page, choices } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('affiliates');
  const { name: site } = useBrand();
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        crumbs={[{ label: t('sales'), to: '/account/sales' }]}
        actions={<NewAffiliate choices={choices} />}
      />
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t('outside', { site })}
        </Text>
        <AffiliatesList page={page} choices={choices} />
      </Stack>
    </>
  );
}
