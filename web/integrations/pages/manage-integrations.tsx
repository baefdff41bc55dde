import { Stack } from '@mantine/core';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { integrationsContract } from '#contract/integrations.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { HealthTable } from '../parts/health-table.tsx';
import { loadWebhook } from '../parts/load-webhooks.ts';
import { WebhookView } from '../parts/webhook-view.tsx';
import { WebhooksView } from '../parts/webhooks-view.tsx';

/** The receivers of the site and how all do, or the one that the address names. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const shown = await loadWebhook(request, 'site');
  if (shown) return { shown, lists: null };
  const [webhooks, health] = await Promise.all([
    api(integrationsContract.listSiteWebhooks),
    api(integrationsContract.listWebhookHealth, { query: tableQuery(request) }),
  ]);
  return { shown: null, lists: { webhooks, health } };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('integrations', ({ t }) => ({ title: t('title'), noIndex: true }));

export default function ManageIntegrationsPage() {
  const { shown, lists } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('integrations');
  if (shown) return <WebhookView whose="site" shown={shown} />;
  return (
    <>
      <PageHead title={t('title')} lead={t('lead.site')} />
      {lists && (
        <Stack gap="lg">
          <WebhooksView whose="site" {...lists.webhooks} />
          <HealthTable page={lists.health} />
        </Stack>
      )}
    </>
  );
}
