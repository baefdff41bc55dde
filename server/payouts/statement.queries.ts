import type { PayoutItem, PayoutState } from '#contract/payouts.ts';
import type { Language } from '#contract/shared/languages.ts';
import { printedNumber } from '#server/payments/index.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { lineTitle } from '#server/sales/index.ts';
import { ofOwner, payoutFrom, payouts, withFacts } from './my-payouts.queries.ts';
import type { Payee } from './payouts.rules.ts';

/** A payment that has been made, with what its statement is made of: one to the actor; null for any other. */
export async function findPaidTo(db: Db, actor: Actor, id: string) {
  return stated(withFacts(ofOwner(db, actor.id)).where('p.state', 'in', ['paid', 'returned']), id);
}

/** Any payment, in whatever state, for those who make them. */
export const findAnyPayout = (db: Db, id: string) => stated(withFacts(payouts(db)), id);

async function stated(found: ReturnType<typeof withFacts>, id: string) {
  const row = await found.where('p.id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    ...payoutFrom(row),
    runId: row.run_id,
    standing: row.state as PayoutState,
    month: row.month,
    payee: row.payee as Payee,
    letterheadId: row.letterhead_id,
  };
}

export type StatedPayout = NonNullable<Awaited<ReturnType<typeof stated>>>;

type Reading = { language: Language; limit?: number; offset?: number };

/** What a payment pays, the oldest first, called as its reader says it; all of it unless told. */
export async function listItems(
  db: Db,
  { id: payoutId, channel }: Pick<StatedPayout, 'id' | 'channel'>,
  { language, limit, offset = 0 }: Reading,
): Promise<PayoutItem[]> {
  const { rows } = await sql<ItemRow>`
    select i.*, (select number from orders where id = i.order_id) as "orderNumber", coalesce((select sum(e.amount) from ledger_entries e where e.order_id = i.order_id
        and e.posting = i.posting and e.account = 'platform_cost'
        and (i.parts is null or e.part_id = any(i.parts))), 0)::bigint as covered,
      (select jsonb_agg(jsonb_build_object('kind', l.kind, 'title', l.title, 'details', l.details)
          order by l.id) from order_lines l where l.order_id = i.order_id
        and l.bundle_line_id is null and (i.parts is null or l.id = any(i.parts) or exists (
          select from order_lines b where b.bundle_line_id = l.id and b.id = any(i.parts)))) as sold,
      case when not i.donation then ${invoiceOfItem} end as invoice,
      (select ${instantOf('min(s.starts_at)')} from order_lines l
        join product_sessions s on s.id = l.session_id where l.order_id = i.order_id
        and (i.parts is null or l.id = any(i.parts))) as "eventAt"
    from (select i.order_id, i.posting, ${isDonation} as donation, ${channel.id}::uuid as channel_id,
        sum(organizer)::bigint as organizer, sum(tax)::bigint as tax,
        sum(fee)::bigint as fee, min(booked_at) as booked, ${instantOf('min(booked_at)')} as "bookedAt",
        array_agg(part_id) filter (where part_id is not null) as parts
      from payout_items i where i.payout_id = ${payoutId} group by 1, 2, 3) i
    order by i."bookedAt", i.posting, i.donation limit ${limit ?? null}::int offset ${offset}`.execute(
    db,
  );
  return rows.map((row) => itemFrom(row, channel.title, language));
}

/**
 * Is an item `i` of a payment of a donation, which has no invoice? One that names no line is when all of its
 * order is.
 */
const isDonation = sql`coalesce((select bool_and(l.kind = 'donation') from order_lines l
  where l.order_id = i.order_id and (i.part_id is null or l.id = i.part_id)), false)`;

/** How many rows the items `i` of a payment make: what was sold and what was given stand apart. */
export const countOfRows = sql<number>`count(distinct (i.order_id, i.posting, ${isDonation}))`;

/** The invoice of a sale, or the one that rectifies it for a refund: of several the one of its day. */
const invoiceOfItem = sql`(select jsonb_build_object('kind', v.kind, 'year', v.year, 'number', v.number,
    'mark', v.mark, 'series', v.series) from invoices v
  where v.order_id = i.order_id and v.issuer_id = i.channel_id
    and v.kind = case when i.posting like 'refund:%' then 'rectifying' else 'sale' end
  order by abs(extract(epoch from v.issued_at - i.booked)), v.id limit 1)`;

type Sold = Omit<Parameters<typeof lineTitle>[1], 'channelTitle'>;

type ItemRow = Record<'order_id' | 'orderNumber' | 'posting' | 'bookedAt', string> &
  Record<'organizer' | 'tax' | 'fee' | 'covered', number> & {
    eventAt: string | null;
    donation: boolean;
    sold: Sold[] | null;
    invoice: Parameters<typeof printedNumber>[0] | null;
  };

function itemFrom(
  { organizer, tax, fee, covered, donation, invoice, ...row }: ItemRow,
  channelTitle: string,
  language: Language,
): PayoutItem {
  const isRefund = row.posting.startsWith('refund:');
  return {
    id: donation ? `${row.posting}:donation` : row.posting,
    orderId: row.order_id,
    orderNumber: row.orderNumber,
    invoice: invoice && printedNumber(invoice),
    kind: isRefund ? 'refund' : donation ? 'donation' : 'sale',
    title: (row.sold ?? [])
      .map((sold) => lineTitle(language, { ...sold, channelTitle }))
      .join(', '),
    bookedAt: row.bookedAt,
    eventAt: row.eventAt,
    // In the books a cost is positive, as is what the buyer got back.
    gross: organizer + tax + fee - covered,
    tax,
    fee: fee - covered,
    amount: organizer + tax,
  };
}

/** One payment with a page of what it pays, for those who make them. */
export async function findPayoutDetails(
  db: Db,
  id: string,
  { page, size, language }: { page: number; size: number; language: Language },
) {
  const payout = await findAnyPayout(db, id);
  if (!payout) return null;
  const { total } = await countItems(db, id);
  const items = await listItems(db, payout, { language, limit: size, offset: (page - 1) * size });
  return { items, total, page, size, payout };
}

const countItems = (db: Db, payoutId: string) =>
  db
    .selectFrom('payout_items as i')
    .select(countOfRows.as('total'))
    .where('i.payout_id', '=', payoutId)
    .executeTakeFirstOrThrow();
