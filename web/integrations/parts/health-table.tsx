import { IconWebhook } from '@tabler/icons-react';
import type { WebhookHealth } from '#contract/integrations.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable, type TablePage } from '#web/ui/data-table.tsx';
import { When } from '#web/ui/when.tsx';
import { WebhookBadge } from './webhook-badge.tsx';

/** How all receivers do; what is in them is their owners' business. */
export function HealthTable({ page }: { page: TablePage<WebhookHealth> }) {
  const { t } = useTranslation('integrations');
  const columns: Column<WebhookHealth>[] = [
    { id: 'host', label: t('health.host'), value: (row) => row.host, main: true },
    {
      id: 'state',
      label: t('log.state'),
      value: (row) => <WebhookBadge {...row} />,
      card: 'badge',
    },
    {
      id: 'owner',
      label: t('health.owner'),
      value: (row) => row.owner || t('health.site'),
      card: 'line',
    },
    {
      id: 'since',
      label: t('webhook.failingSince'),
      value: (row) => row.failingSince && <When instant={row.failingSince} style="short" />,
      card: 'named',
    },
    ...(['delivered', 'failed', 'waiting'] as const).map((name) => ({
      id: name,
      label: t(`delivery.${name}`),
      value: (row: WebhookHealth) => row.deliveries[name],
      align: 'right' as const,
      card: 'named' as const,
    })),
  ];
  return (
    <DataTable
      id="webhook-health"
      caption={t('health.title')}
      page={page}
      rowKey={(row) => row.id}
      columns={columns}
      empty={{ icon: IconWebhook, title: t('health.none'), text: t('health.noneText') }}
    />
  );
}
