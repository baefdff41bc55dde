import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiKeysContract } from '#contract/api-keys.ts';
import { integrationsContract } from '#contract/integrations.ts';
import { widgetsContract } from '#contract/widgets.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { KeysView } from '../parts/keys-view.tsx';
import { loadWebhook } from '../parts/load-webhooks.ts';
import { SectionTabs, sectionIn } from '../parts/section-tabs.tsx';
import { WebhookView } from '../parts/webhook-view.tsx';
import { WebhooksView } from '../parts/webhooks-view.tsx';
import { WidgetView } from '../parts/widget-view.tsx';

/** One section at a time, or the receiver that the address names. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const section = sectionIn(request);
  const is = (one: typeof section) => one === section;
  const shown = is('webhooks') ? await loadWebhook(request, 'own') : null;
  return {
    ...{ section, shown, site: new URL(request.url).origin },
    webhooks: is('webhooks') && !shown ? await api(integrationsContract.listWebhooks) : null,
    keys: is('keys') ? await api(apiKeysContract.listApiKeys) : null,
    widgets: is('widget') ? await api(widgetsContract.listWidgets) : null,
  };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('integrations', ({ t }) => ({ title: t('title'), noIndex: true }));

export default function MyIntegrationsPage() {
  const { section, shown, webhooks, keys, widgets, site } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('integrations');
  if (shown) return <WebhookView whose="own" shown={shown} />;
  return (
    <>
      <PageHead title={t('title')} lead={t(`lead.${section}`)} />
      <SectionTabs section={section} />
      {webhooks && <WebhooksView whose="own" {...webhooks} />}
      {keys && <KeysView {...keys} site={site} />}
      {widgets && <WidgetView {...widgets} />}
    </>
  );
}
