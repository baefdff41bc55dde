import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { payoutsContract } from '#contract/payouts.ts';
import { api } from '#web/platform/api.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { RunView } from '../parts/run-view.tsx';
import { RunsView } from '../parts/runs-view.tsx';

/** All runs, or the one that the address names. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('run');
  if (id) return { run: await api(payoutsContract.getPayoutRun, { params: { id } }), runs: null };
  const runs = await api(payoutsContract.listPayoutRuns, { query: tableQuery(request) });
  return { run: null, runs };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta<typeof clientLoader>('payouts', ({ t, data }) => ({
  title: data?.run?.reference ?? t('runs.title'),
  noIndex: true,
}));

export default function ManagePayoutsPage() {
  const { run, runs } = useLoaderData<typeof clientLoader>();
  return run ? <RunView run={run} /> : <RunsView page={runs} />;
}
