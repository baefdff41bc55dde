import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { channelStates, channelsContract, type ReviewedChannelRow } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { When } from '#web/ui/when.tsx';
import { OwnerCell, TitleCell } from '../parts/row-cells.tsx';
import { ChannelStateBadge } from '../shared/channel-state.tsx';

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  api(channelsContract.listChannels, { query: tableQuery(request, ['state']) });
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('channels', ({ t }) => ({ title: t('manage.title'), noIndex: true }));

function useColumns(): Column<ReviewedChannelRow>[] {
  const { t } = useTranslation('channels');
  return [
    {
      id: 'title',
      label: t('manage.channel'),
      value: (row) => <TitleCell channel={row} />,
      sort: 'title',
      main: true,
    },
    {
      id: 'state',
      label: t('manage.state'),
      value: (row) => <ChannelStateBadge state={row.state} />,
      card: 'badge',
    },
    { id: 'owner', label: t('manage.owner'), value: (row) => <OwnerCell owner={row.owner} /> },
    {
      id: 'changed',
      label: t('manage.since'),
      value: (row) => <When instant={row.stateChangedAt} style="short" />,
      sort: 'stateChangedAt',
      card: 'named',
    },
    {
      id: 'created',
      label: t('manage.created'),
      value: (row) => <When instant={row.createdAt} style="date" />,
      sort: 'createdAt',
      card: 'named',
    },
  ];
}

export default function ManageChannelsPage() {
  const page = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('channels');
  const columns = useColumns();
  const states = channelStates.map((state) => ({ value: state, label: t(`state.${state}`) }));
  return (
    <>
      <PageHead title={t('manage.title')} lead={t('manage.lead')} />
      <DataTable
        id="manage-channels"
        page={page}
        rowKey={(row) => row.id}
        columns={columns}
        filters={[{ name: 'state', label: t('manage.state'), options: states }]}
        searchLabel={t('manage.search')}
        exports={{ endpoint: channelsContract.exportChannels }}
        empty={{
          icon: IconBuildingStore,
          title: t('manage.none'),
          text: t('manage.noneText'),
        }}
        rowActions={(row) => (
          <Button
            component={Link}
            to={`/manage/channels/${row.slug}`}
            size="xs"
            variant={row.state === 'in_review' ? 'filled' : 'default'}
          >
            {t(row.state === 'in_review' ? 'manage.review' : 'manage.open')}
          </Button>
        )}
      />
    </>
  );
}
