import type { MyPayout, PayoutBalance } from '#contract/payouts.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { listDue } from './due.queries.ts';
import { payeesOf } from './payees.queries.ts';
import {
  cutoffOf,
  faultOfPayee,
  maskedIban,
  monthOf,
  type Payee,
  payoutReference,
  payoutsOf,
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

const ofOwner = (db: Db, ownerId: string) =>
  db
    .selectFrom('payouts as p')
    .innerJoin('payout_runs as r', 'r.id', 'p.run_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .where('c.owner_id', '=', ownerId)
    // What was not approved in the end is the house's own business.
    .where('p.state', 'in', ['open', 'paid', 'returned'])
    .where('r.state', '<>', 'collected');

const withFacts = (found: ReturnType<typeof ofOwner>) =>
  found
    .select(['p.id', 'p.number', 'p.state', 'p.reason', 'p.currency', 'p.amount', 'p.payee'])
    .select([
      'p.settled_at',
      'p.returned_at',
      'r.state as run_state',
      'p.letterhead_id',
      'r.month',
      'r.collected_at',
    ])
    .select(['c.id as channel_id', 'c.slug', 'c.title']);

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>;

const payoutFrom = (row: Row): MyPayout => ({
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
  can: { statement: row.state !== 'open' },
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
  const next = new Map(
    payoutsOf(await listDue(db(), { cutoff, ownerId })).map(({ channelId, currency, amount }) => [
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
    return {
      channel: { id: channelId, slug: payee.slug, title: payee.title },
      ...{ currency, open, preparing, onTheWay, nextOn: nextOn.toString() },
      next: next.get(`${channelId} ${currency}`) ?? 0,
      fault: faultOfPayee(payee.payee, currency),
    };
  });
}

/** A payment to the actor that has been made, with what its statement is made of; null for any other. */
export async function findPaidTo(db: Db, ownerId: string, id: string) {
  const row = await withFacts(ofOwner(db, ownerId))
    .where('p.id', '=', id)
    .where('p.state', 'in', ['paid', 'returned'])
    .executeTakeFirst();
  if (!row) return null;
  const payee = row.payee as Payee;
  return { ...payoutFrom(row), month: row.month, payee, letterheadId: row.letterhead_id };
}

export type PaidPayout = NonNullable<Awaited<ReturnType<typeof findPaidTo>>>;

/** A row of a statement: a sale, or a refund with its amounts negative. Minor units. */
export type StatementItem = {
  /** The posting: names the row. */
  id: string;
  orderId: string;
  kind: 'sale' | 'refund';
  title: string;
  bookedAt: string;
  eventAt: string | null;
  /** What the buyer paid or got back, and what of it is ours: the fee, less what we bore of a refund. */
  gross: number;
  tax: number;
  fee: number;
  /** What it adds to the payment. */
  amount: number;
};

/** What a payment pays, the oldest first. */
export async function listItems(db: Db, payoutId: string): Promise<StatementItem[]> {
  const { rows } = await sql<ItemRow>`
    select i.*, coalesce((select sum(e.amount) from ledger_entries e where e.order_id = i.order_id
        and e.posting = i.posting and e.account = 'platform_cost'
        and (i.parts is null or e.part_id = any(i.parts))), 0)::bigint as covered,
      (select string_agg(l.title, ', ' order by l.id) from order_lines l where l.order_id = i.order_id
        and l.bundle_line_id is null and (i.parts is null or l.id = any(i.parts) or exists (
          select from order_lines b where b.bundle_line_id = l.id and b.id = any(i.parts)))) as title,
      (select ${instantOf('min(s.starts_at)')} from order_lines l
        join product_sessions s on s.id = l.session_id where l.order_id = i.order_id
        and (i.parts is null or l.id = any(i.parts))) as "eventAt"
    from (select order_id, posting, sum(organizer)::bigint as organizer, sum(tax)::bigint as tax,
        sum(fee)::bigint as fee, ${instantOf('min(booked_at)')} as "bookedAt",
        array_agg(part_id) filter (where part_id is not null) as parts
      from payout_items where payout_id = ${payoutId} group by order_id, posting) i
    order by i."bookedAt", i.posting`.execute(db);
  return rows.map(({ organizer, tax, fee, covered, ...row }) => ({
    id: row.posting,
    orderId: row.order_id,
    kind: row.posting.startsWith('refund:') ? 'refund' : 'sale',
    title: row.title,
    bookedAt: row.bookedAt,
    eventAt: row.eventAt,
    // In the books a cost is positive, as is what the buyer got back.
    gross: organizer + tax + fee - covered,
    tax,
    fee: fee - covered,
    amount: organizer + tax,
  }));
}

type ItemRow = Record<'order_id' | 'posting' | 'title' | 'bookedAt', string> &
  Record<'organizer' | 'tax' | 'fee' | 'covered', number> & { eventAt: string | null };
