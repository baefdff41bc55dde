import type { MyPayout, PayoutBalance } from '#contract/my-payouts.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { listDue } from './due.queries.ts';
import { payeesOf } from './payees.queries.ts';
import {
  cutoffOf,
  faultOfPayee,
  groupsOf,
  maskedIban,
  minimumOf,
  monthOf,
  type Payee,
  payoutReference,
  whyNothingNext,
} from './payouts.rules.ts';

/** What the actor is owed, what comes next, and what was paid to them, newest first. */
export async function listMyPayouts(
  actor: Actor,
  { page, size }: Pick<PageQuery, 'page' | 'size'>,
) {
  const found = () => ofOwner(db(), actor.id);
  const { total } = await found()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withFacts(found())
    .orderBy('p.number', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const balances = await listBalances(actor);
  return { items: rows.map(payoutFrom), total, page, size, balances };
}

/** Payments with their runs and channels. */
export const payouts = (db: Db) =>
  db
    .selectFrom('payouts as p')
    .innerJoin('payout_runs as r', 'r.id', 'p.run_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id');

/**
 * SQL: may its organizer know of the payment `p` of the run `r`? What was not approved in the end is the
 * house's own business.
 */
export const isOwnersBusiness = sql<boolean>`(p.state in ('open', 'paid', 'returned')
  and r.state not in ('collected', 'dropped'))`;

/** Those of an organizer that they may know of. */
export const ofOwner = (db: Db, ownerId: string) =>
  payouts(db).where('c.owner_id', '=', ownerId).where(isOwnersBusiness);

/** With what screens and papers say of them. */
export const withFacts = (found: ReturnType<typeof payouts>) =>
  found
    .select(['p.id', 'p.number', 'p.state', 'p.reason', 'p.currency', 'p.amount', 'p.payee'])
    .select([
      'p.run_id',
      'p.settled_at',
      'p.returned_at',
      'r.state as run_state',
      'p.letterhead_id',
      'r.month',
      'r.collected_at',
    ])
    .select(['c.id as channel_id', 'c.slug', 'c.title']);

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>;

export const payoutFrom = (row: Row): MyPayout => ({
  id: row.id,
  reference: payoutReference(row),
  state: row.run_state === 'approved' ? 'preparing' : (row.state as MyPayout['state']),
  reason: row.reason,
  channel: { id: row.channel_id, slug: row.slug, title: row.title },
  iban: maskedIban((row.payee as Payee).iban),
  currency: row.currency as CurrencyCode,
  amount: row.amount,
  collectedAt: row.collected_at,
  settledAt: row.settled_at,
  returnedAt: row.returned_at,
  can: { statement: row.state === 'paid' || row.state === 'returned' },
});

type Booked = { channelId: string; currency: CurrencyCode } & Record<
  'open' | 'preparing' | 'onTheWay',
  number
>;

/** Has the bank been asked to make the run `r`? */
const isAtBank = sql`r.state in ('exported', 'paid')`;

/** From the ledger alone: what is owed stands negative there, and so does what was set aside. */
async function listBooked(ownerId: string): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select e.channel_id as "channelId", e.currency,
      coalesce(0 - sum(e.amount) filter (where e.account in ('organizer', 'donation', 'tax')), 0)::bigint as open,
      coalesce(0 - sum(e.amount) filter (where e.account = 'payout' and not ${isAtBank}), 0)::bigint as preparing,
      coalesce(0 - sum(e.amount) filter (where e.account = 'payout' and ${isAtBank}), 0)::bigint as "onTheWay"
    from ledger_entries e join channels c on c.id = e.channel_id
    left join payouts p on p.id = e.payout_id left join payout_runs r on r.id = p.run_id
    where c.owner_id = ${ownerId}
    group by e.channel_id, e.currency order by e.channel_id, e.currency`.execute(db());
  return rows;
}

async function listBalances({ id: ownerId }: Actor): Promise<PayoutBalance[]> {
  const booked = await listBooked(ownerId);
  const nextOn = monthOf(now()).add({ months: 1 });
  const cutoff = instantText(cutoffOf(nextOn));
  const dueOf = new Map(
    groupsOf(await listDue(db(), { cutoff, ownerId })).map(({ channelId, currency, amount }) => [
      `${channelId} ${currency}`,
      amount,
    ]),
  );
  const payees = await payeesOf(
    db(),
    booked.map(({ channelId }) => channelId),
  );
  return booked.flatMap(({ channelId, currency, open, preparing, onTheWay }) => {
    const payee = payees.get(channelId);
    if (!payee) return [];
    const due = dueOf.get(`${channelId} ${currency}`) ?? 0;
    const nothing = whyNothingNext({ due, open, underway: preparing + onTheWay }, currency);
    return {
      channel: { id: channelId, slug: payee.slug, title: payee.title },
      ...{ currency, open, preparing, onTheWay, nextOn: nextOn.toString() },
      next: nothing ? 0 : due,
      nothing,
      minimum: minimumOf(currency),
      fault: faultOfPayee(payee.payee, currency),
    };
  });
}
