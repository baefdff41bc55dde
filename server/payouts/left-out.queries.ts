import type { LeftOut, PayoutLine } from '#contract/payouts.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { payeesOf } from './payees.queries.ts';
import { whyLeft } from './payouts.rules.ts';

/** Who is not paid in a run, the debts first, and why: what it left over, and what was taken out of it. */
export async function listLeftOut(runId: string, lines: readonly PayoutLine[]): Promise<LeftOut[]> {
  const left = await listLeftovers(db(), runId);
  const payees = await payeesOf(
    db(),
    left.map(({ channelId }) => channelId),
  );
  const over = left.flatMap(({ channelId, currency, amount }): LeftOut[] => {
    const channel = payees.get(channelId);
    if (!channel) return [];
    const { slug, title, payee } = channel;
    return [
      {
        channel: { id: channelId, slug, title },
        ...{ payee: payee.name, currency: currency as CurrencyCode, amount },
        ...{ why: whyLeft(amount), payout: null, fault: null, reason: '' },
      },
    ];
  });
  return [...over, ...lines.filter(({ state }) => state === 'held').map(heldOf)];
}

function heldOf({ id, reference, ...line }: PayoutLine): LeftOut {
  const { channel, payee, currency, amount, fault, reason } = line;
  const payout = { id, reference };
  return { channel, payee, currency, amount, why: 'held', payout, fault, reason };
}

const listLeftovers = (db: Db, runId: string) =>
  db
    .selectFrom('payout_leftovers')
    .select(['channel_id as channelId', 'currency', 'amount'])
    .where('run_id', '=', runId)
    .orderBy('amount')
    .orderBy('channel_id')
    .execute();
