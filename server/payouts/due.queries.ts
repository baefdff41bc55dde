import { isDisputed } from '#server/payments/index.ts';
import { config } from '#server/platform/config.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { payeesOf } from './payees.queries.ts';
import { type DuePosting, isSamePayee } from './payouts.rules.ts';
import { listOpenPayouts } from './payouts.store.ts';

/**
 * What a posting of an order says of a line of it, and no payment pays or has paid. `e` is the ledger;
 * what was paid before lines were looked at was paid with all of its posting.
 */
const isUnpaid = sql`e.order_id is not null and e.channel_id is not null and not exists (
  select from payout_items i where i.order_id = e.order_id and i.posting = e.posting
    and (i.part_id is null or i.part_id = e.part_id) and not i.released)`;

/** The line `l` of which an entry is; of one that names none, any of its order `o`. */
const isItsLine = sql`l.order_id = o.id and (e.part_id is null or l.id = e.part_id)`;

/** Has the money of a cancelled showing's line `l` not gone back yet? */
const isKept = sql`s.cancelled_at is not null and l.total > coalesce((
  select sum(b.amount) from refund_lines b join refunds r on r.id = b.refund_id
  where b.line_id = l.id and r.state = 'done'), 0)`;

/**
 * Was an order paid to a provider that was only being tried out, be it the bank inside the product or another
 * one's keys for tests? Its money is none, except where all is for trying out.
 */
const isPlayMoney = sql`exists (select from payments p where p.order_id = o.id
  and p.is_trial and p.state in ('paid', 'refunded'))`;

/**
 * An order `o` whose money may go to its organizer, as far as a line of it goes: paid before the month
 * began, for a showing that had ended by then, with nothing on its way back, and not disputed by the
 * buyer's bank. The money of a cancelled showing belongs to its buyers until it has gone back to them,
 * whether or not the bank has done it; that of other lines of their order is the organizer's.
 */
const isRipe = (cutoff: string) => sql`o.paid_at < ${cutoff}
  and (${config().DEMO} or not ${isPlayMoney})
  and not exists (select from order_lines l join product_sessions s on s.id = l.session_id
    where ${isItsLine} and (s.starts_at + make_interval(mins => s.duration_minutes) >= ${cutoff}
      or ${isKept}))
  and not exists (select from order_lines l join session_cancellations c on c.session_id = l.session_id
    where ${isItsLine} and c.done_at is null)
  and not exists (select from refunds r
    where r.order_id = o.id and r.share is not null and r.state = 'requested')
  and not ${isDisputed(sql`o.id`)}`;

type Asked = {
  /** What had ended by then is due. ISO text. */
  cutoff: string;
  /** Of these orders alone. */
  orderIds?: readonly string[];
  /** Of the channels of this person alone. */
  ownerId?: string;
};

/** The orders of which something is due, in the order in which they are locked. */
export async function listDueOrders(db: Db, { cutoff }: Asked): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id from ledger_entries e join orders o on o.id = e.order_id
      where ${isUnpaid} and ${isRipe(cutoff)} order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What is due, by posting and line; refunds are negative. */
export async function listDue(db: Db, { cutoff, orderIds, ownerId }: Asked): Promise<DuePosting[]> {
  const ofOrders = orderIds ? sql`and o.id = any(${[...orderIds]}::uuid[])` : sql``;
  const ofOwner = ownerId
    ? sql`and e.channel_id in (select id from channels where owner_id = ${ownerId})`
    : sql``;
  const part = (account: string) =>
    sql`coalesce(-sum(e.amount) filter (where e.account = any(string_to_array(${account}, ','))), 0)::bigint`;
  const { rows } = await sql<DuePosting>`
    select e.order_id as "orderId", e.posting, e.part_id as "partId", e.channel_id as "channelId",
      e.currency,
      ${part('organizer,donation')} as organizer, ${part('tax')} as tax, ${part('platform_fee')} as fee,
      min(e.created_at) as "bookedAt"
    from ledger_entries e join orders o on o.id = e.order_id
    where ${isUnpaid} and ${isRipe(cutoff)} ${ofOrders} ${ofOwner}
    group by e.order_id, e.posting, e.part_id, e.channel_id, e.currency
    order by min(e.created_at), e.order_id, e.posting, e.part_id`.execute(db);
  return rows;
}

/**
 * Has anything happened since a run was collected that it does not know of: money asked back or given
 * back of what it pays, a showing cancelled, another account or name of whom it goes to, or that they
 * are to be paid nothing?
 */
export async function isStale(db: Db, runId: string): Promise<boolean> {
  return (await hasOtherPayee(db, runId)) || (await hasOtherMoney(db, runId));
}

async function hasOtherPayee(db: Db, runId: string): Promise<boolean> {
  const payouts = await listOpenPayouts(db, runId);
  const payees = await payeesOf(
    db,
    payouts.map(({ channelId }) => channelId),
  );
  return payouts.some(({ channelId, payee }) => {
    const now = payees.get(channelId)?.payee;
    return !now || !isSamePayee(payee, now);
  });
}

async function hasOtherMoney(db: Db, runId: string): Promise<boolean> {
  const { rows } = await sql<{ stale: boolean }>`select
    exists (select from payouts p join payout_items i on i.payout_id = p.id
      join orders o on o.id = i.order_id
      where p.run_id = ${runId} and p.state = 'open' and (
        ${isDisputed(sql`o.id`)}
        or exists (select from refunds r where r.order_id = o.id and r.share is not null
          and r.state = 'requested')
        or exists (select from order_lines l join product_sessions s on s.id = l.session_id
          where l.order_id = o.id and (i.part_id is null or l.id = i.part_id) and ${isKept})
        or exists (select from ledger_entries e where e.order_id = o.id and ${isUnpaid}
          and (i.part_id is null or e.part_id is null or e.part_id = i.part_id))))
    as stale`.execute(db);
  return rows[0]?.stale ?? true;
}
