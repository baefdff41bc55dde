import { Stack } from '@mantine/core';
import type { Delivery, DeliveryDetail, Webhook } from '#contract/integrations.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { TablePage } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { useFreshWhile } from './use-fresh-while.ts';
import { WebhookPanel } from './webhook-panel.tsx';
import { pageOf, type Whose } from './whose.ts';

export type ShownWebhook = {
  webhook: Webhook;
  log: TablePage<Delivery>;
  delivery: DeliveryDetail | null;
};

/** One receiver with its log; with one message of it, when the address names one. */
export function WebhookView({ whose, shown }: { whose: Whose; shown: ShownWebhook }) {
  const { t } = useTranslation('integrations');
  const { webhook, log, delivery } = shown;
  useFreshWhile(log.items.some(({ state, tries }) => state === 'waiting' && tries === 0));
  return (
    <>
      <PageHead
        title={webhook.description || new URL(webhook.url).host}
        crumbs={[{ label: t('title'), to: pageOf(whose) }]}
      />
      <Stack gap="lg">
        <WebhookPanel whose={whose} webhook={webhook} />
        {delivery && <DeliveryPanel whose={whose} id={webhook.id} delivery={delivery} />}
        <DeliveryLog whose={whose} id={webhook.id} page={log} />
      </Stack>
    </>
  );
}
