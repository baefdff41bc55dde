import type { PayoutLine, PayoutRun, PayoutRunBrief, PayoutSum } from '#contract/payouts.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import { config } from '#server/platform/config.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { listDac7Years } from './dac7.queries.ts';
import { listLeftOut } from './left-out.queries.ts';
import { backFrom, payeesOf, type Standing } from './payees.queries.ts';
import {
  canConfirm,
  canMovePayout,
  faultOfPayee,
  maskedIban,
  type Payee,
  payeeOfLine,
  payoutReference,
  runCan,
  runReference,
} from './payouts.rules.ts';
import { hasOpenRun } from './payouts.store.ts';
import { countOfRows } from './statement.queries.ts';

/** What a payment has taken with it, as the ledger has it: set aside or gone, less what came back. */
const bookedOfPayout = sql`(select -sum(e.amount) from ledger_entries e where e.payout_id = p.id
  and ((e.account = 'payout' and e.posting not like 'payout-paid:%')
    or (e.account = 'provider' and e.posting like 'payout-returned:%')))`;

/** What runs pay by currency, as their lines say it and as the ledger has it, and what came back. */
const sumsOfRun = sql<PayoutSum[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'payouts', s.payouts,
      'amount', s.amount, 'booked', s.booked, 'back', jsonb_build_object('payouts', s.back,
      'amount', s.back_amount)) order by s.currency), '[]')
  from (select p.currency, count(*) filter (where p.state <> 'returned') as payouts,
      coalesce(sum(p.amount) filter (where p.state <> 'returned'), 0)::bigint as amount,
      count(*) filter (where p.state = 'returned') as back,
      coalesce(sum(p.amount) filter (where p.state = 'returned'), 0)::bigint as back_amount,
      coalesce(sum(${bookedOfPayout}), 0)::bigint as booked
    from payouts p where p.run_id = r.id and p.state not in ('held', 'dropped')
    group by p.currency) s)`;

const runs = (db: Db) =>
  db
    .selectFrom('payout_runs as r')
    .select(['r.id', 'r.number', 'r.month', 'r.state', 'r.collected_at', 'r.approved_at'])
    .select(['r.exported_at', 'r.settled_at', sumsOfRun.as('sums')]);

type Row = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>;

const briefFrom = (row: Row): PayoutRunBrief => ({
  id: row.id,
  reference: runReference(row),
  state: row.state as PayoutRunBrief['state'],
  month: row.month,
  collectedAt: row.collected_at,
  approvedAt: row.approved_at,
  exportedAt: row.exported_at,
  settledAt: row.settled_at,
  sums: row.sums,
});

/** All runs, newest first. */
export async function listRuns({ page, size }: Pick<PageQuery, 'page' | 'size'>) {
  const { total } = await db()
    .selectFrom('payout_runs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await runs(db())
    .orderBy('r.number', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const can = { collect: !(await hasOpenRun(db())) };
  return { items: rows.map(briefFrom), total, page, size, dac7: await listDac7Years(), can };
}

/** One run with its lines. Refuses 404. */
export async function getRun(id: string): Promise<PayoutRun> {
  const brief = briefFrom(orRefuse(await runs(db()).where('r.id', '=', id).executeTakeFirst()));
  const lines = await listLines(brief);
  const isSent = brief.state === 'exported' || brief.state === 'paid';
  const files = isSent ? brief.sums : [];
  const paysEuro = lines.some(({ currency, state }) => currency === 'EUR' && state === 'open');
  const accountMissing = paysEuro && !config().OPERATOR_IBAN;
  return {
    ...brief,
    lines,
    leftOut: await listLeftOut(id, lines),
    files: files.map(({ currency }) => ({ currency, kind: currency === 'EUR' ? 'sepa' : 'list' })),
    accountMissing,
    can: runCan({ state: brief.state, accountMissing }, lines),
  };
}

const linesOf = (runId: string) =>
  db()
    .selectFrom('payouts as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['p.id', 'p.number', 'p.state', 'p.reason', 'p.currency', 'p.amount', 'p.payee'])
    .select(['p.returned_at', 'c.id as channel_id', 'c.slug', 'c.title'])
    .select(
      sql<number>`(select ${countOfRows} from payout_items i where i.payout_id = p.id)`.as('items'),
    )
    .where('p.run_id', '=', runId)
    .orderBy('p.number');

type LineRow = Awaited<ReturnType<ReturnType<typeof linesOf>['executeTakeFirstOrThrow']>>;

async function listLines(run: PayoutRunBrief): Promise<PayoutLine[]> {
  const rows = await linesOf(run.id).execute();
  const payees = await payeesOf(
    db(),
    rows.map(({ channel_id }) => channel_id),
  );
  return rows.map((row) => lineFrom(run, row, payees.get(row.channel_id)));
}

function lineFrom(run: PayoutRunBrief, row: LineRow, now: Standing | undefined): PayoutLine {
  const currency = row.currency as CurrencyCode;
  const state = row.state as PayoutLine['state'];
  const standing = { state, run: run.state };
  const payee = payeeOfLine({ ...standing, currency, frozen: row.payee as Payee }, now?.payee);
  return {
    id: row.id,
    reference: payoutReference({ month: run.month, number: row.number }),
    state,
    reason: row.reason,
    returnedAt: row.returned_at,
    channel: { id: row.channel_id, slug: row.slug, title: row.title },
    payee: payee.name,
    iban: maskedIban(payee.iban),
    fault: faultOfPayee(payee, currency),
    currency,
    amount: row.amount,
    items: row.items,
    can: {
      hold: canMovePayout(standing, 'held'),
      return: canMovePayout(standing, 'returned'),
      confirm: canConfirm(standing, backFrom(payee, now).length > 0),
    },
  };
}

export type SentRun = {
  id: string;
  month: string;
  number: number;
  exportedAt: string;
  executionDay: string;
  debtor: { name: string; iban: string };
};

/** A run that was made ready for the bank, with what its files say; null for any other. */
export async function findSentRun(db: Db, id: string): Promise<SentRun | null> {
  const row = await db
    .selectFrom('payout_runs')
    .select(['id', 'month', 'number', 'exported_at', 'execution_day', 'debtor'])
    .where('id', '=', id)
    .where('exported_at', 'is not', null)
    .executeTakeFirst();
  if (!row?.exported_at || !row.execution_day) return null;
  const { month, number, exported_at: exportedAt, execution_day: executionDay } = row;
  return { id, month, number, exportedAt, executionDay, debtor: row.debtor as SentRun['debtor'] };
}
