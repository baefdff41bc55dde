import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { type Dac7Year, type PayoutRunBrief, payoutsContract } from '#contract/payouts.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { type Column, DataTable, type TablePage } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { When } from '#web/ui/when.tsx';
import { Dac7Menu } from './dac7-menu.tsx';
import { Month } from './month.tsx';
import { RunBadge } from './run-badge.tsx';
import { Sums } from './sums.tsx';

const addressOf = (id: string) => `/manage/sales/payouts?run=${id}`;

function useColumns(): Column<PayoutRunBrief>[] {
  const { t } = useTranslation('payouts');
  return [
    {
      id: 'month',
      label: t('runs.month'),
      value: (row) => (
        <Link to={addressOf(row.id)}>
          <Month day={row.month} />
        </Link>
      ),
      main: true,
    },
    {
      id: 'state',
      label: t('state'),
      value: (row) => <RunBadge state={row.state} />,
      card: 'badge',
    },
    { id: 'reference', label: t('reference'), value: (row) => row.reference },
    {
      id: 'collected',
      label: t('runs.collected'),
      value: (row) => <When instant={row.collectedAt} style="date" />,
      card: 'named',
    },
    {
      id: 'sums',
      label: t('amount'),
      value: (row) => <Sums sums={row.sums} />,
      align: 'right',
      card: 'side',
    },
  ];
}

type Page = TablePage<PayoutRunBrief> & { dac7: Dac7Year[]; can: { collect: boolean } };

/** All runs, newest first. */
export function RunsView({ page }: { page: Page }) {
  const { t } = useTranslation('payouts');
  const columns = useColumns();
  return (
    <>
      <PageHead
        title={t('runs.title')}
        lead={t('runs.lead')}
        crumbs={[{ label: t('sales'), to: '/manage/sales' }]}
        actions={
          <>
            <Dac7Menu years={page.dac7} />
            {page.can.collect && <Collect />}
          </>
        }
      />
      <DataTable
        id="payout-runs"
        page={page}
        rowKey={(row) => row.id}
        columns={columns}
        empty={{ icon: IconBuildingBank, title: t('runs.none'), text: t('runs.noneText') }}
      />
    </>
  );
}

function Collect() {
  const { t } = useTranslation('payouts');
  const act = useAct();
  const navigate = useNavigate();
  const collect = async () => {
    const run = await act.run(() => api(payoutsContract.collectPayouts), { stay: true });
    if (run) await navigate(addressOf(run.id));
  };
  return (
    <Button loading={act.busy} onClick={() => void collect()}>
      {t('runs.collect')}
    </Button>
  );
}
