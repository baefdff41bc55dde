import { Code } from '@mantine/core';
import { Link } from 'react-router';
import { paymentProviders } from '#contract/payments.ts';
import { eventStates, type ProviderEventRow } from '#contract/provider-events.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DataTable, type TablePage } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { When } from '#web/ui/when.tsx';
import { NoticeState, ProviderName } from './notice-state.tsx';

/** What the providers told, newest first. */
export function NoticeList({ page }: { page: TablePage<ProviderEventRow> }) {
  const { t } = useTranslation('payments');
  return (
    <>
      <PageHead
        title={t('notices.title')}
        lead={t('notices.lead')}
        crumbs={[{ label: t('title'), to: '/manage/modules/media-pay' }]}
      />
      <DataTable
        id="provider-notices"
        page={page}
        rowKey={(row) => row.id}
        searchLabel={t('notices.search')}
        filters={[
          {
            name: 'provider',
            label: t('notices.provider'),
            options: paymentProviders.map((value) => ({
              value,
              label: t(`notices.providers.${value}`),
            })),
          },
          {
            name: 'state',
            label: t('notices.state'),
            options: eventStates.map((value) => ({ value, label: t(`notices.states.${value}`) })),
          },
        ]}
        columns={[
          {
            id: 'kind',
            label: t('notices.kind'),
            value: (row) => (
              <Link to={`?notice=${row.id}`} style={{ overflowWrap: 'anywhere' }}>
                {row.type}
              </Link>
            ),
            main: true,
          },
          {
            id: 'provider',
            label: t('notices.provider'),
            value: (row) => <ProviderName name={row.provider} />,
          },
          {
            id: 'state',
            label: t('notices.state'),
            value: (row) => <NoticeState state={row.state} />,
            card: 'badge',
          },
          {
            id: 'order',
            label: t('notices.order'),
            value: (row) =>
              row.orderNumber && (
                <Link to={`/manage/sales?q=${row.orderNumber}`}>
                  <Code>{row.orderNumber}</Code>
                </Link>
              ),
            card: 'named',
          },
          {
            id: 'when',
            label: t('notices.when'),
            value: (row) => <When instant={row.receivedAt} />,
          },
        ]}
        empty={{ title: t('notices.none'), text: t('notices.noneText') }}
      />
    </>
  );
}
