import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type PayoutDetails, type PayoutRun, payoutsContract } from '#contract/payouts.ts';
import { api } from '#web/platform/api.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { PayoutView } from '../parts/payout-view.tsx';
import { RunView } from '../parts/run-view.tsx';
import { RunsView } from '../parts/runs-view.tsx';

type Shown =
  | { payout: PayoutDetails; run?: undefined; runs?: undefined }
  | { payout?: undefined; run: PayoutRun; runs?: undefined }
  | { payout?: undefined; run?: undefined; runs: Runs };
type Runs = AnswerOf<typeof payoutsContract.listPayoutRuns>;

/** All runs, or the one, or the payment of one, that the address names. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Shown> {
  const asked = new URL(request.url).searchParams;
  const [id, payoutId] = [asked.get('run'), asked.get('payout')];
  if (payoutId) {
    const call = { params: { id: payoutId }, query: tableQuery(request) };
    return { payout: await api(payoutsContract.getPayout, call) };
  }
  if (id) return { run: await api(payoutsContract.getPayoutRun, { params: { id } }) };
  const runs = await api(payoutsContract.listPayoutRuns, { query: tableQuery(request) });
  return { runs };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta<typeof clientLoader>('payouts', ({ t, data }) => ({
  title: data?.payout?.payout.reference ?? data?.run?.reference ?? t('runs.title'),
  noIndex: true,
}));

export default function ManagePayoutsPage() {
  const { payout, run, runs } = useLoaderData<typeof clientLoader>();
  if (payout) return <PayoutView details={payout} />;
  return run ? <RunView run={run} /> : <RunsView page={runs} />;
}
