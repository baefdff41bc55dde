import type { OrderState } from '#contract/orders.ts';
import type { PaymentAttempt } from '#contract/payments.ts';
import type { Sale, SoldOrder, SoldPayment, SoldRefund } from '#contract/sales.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Bearer, Dispute, RefundReason, RefundRequest } from '#contract/shared/refunds.ts';
import { invoiceBriefs, invoicesOf } from '#server/payments/index.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import { historyOf } from './order-history.rules.ts';
import type { Buyer } from './orders.store.ts';
import { type Reading, salesOfOrder } from './sales.queries.ts';

/** The order itself: of one's own channels, for administrators of anybody's; else there is none. */
const findHead = (actor: Actor, id: string) =>
  db()
    .selectFrom('orders as o')
    .leftJoin('channels as c', 'c.id', 'o.channel_id')
    .select(['o.id', 'o.number', 'o.state', 'o.currency', 'o.total', 'o.buyer'])
    .select(['o.created_at', 'o.paid_at', 'o.closed_at', 'o.acknowledged_at', 'o.letter_resent_at'])
    .select(['c.id as channel_id', 'c.slug', 'c.title', invoicesOf('o.id').as('invoices')])
    .where('o.id', '=', id)
    .$if(!isAdmin(actor), (query) => query.where('c.owner_id', '=', actor.id))
    .executeTakeFirst();

async function paymentsOf(orderId: string): Promise<SoldPayment[]> {
  const rows = await db()
    .selectFrom('payments as p')
    .select(['p.id', 'p.provider', 'p.state', 'p.last_four', 'p.failure', 'p.amount'])
    .select(['p.refunded', 'p.created_at', 'p.settled_at'])
    .where('p.order_id', '=', orderId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider as PaymentAttempt['provider'],
    state: row.state as PaymentAttempt['state'],
    lastFour: row.last_four,
    failure: (row.failure || null) as PaymentAttempt['failure'],
    amount: row.amount,
    refunded: row.refunded,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }));
}

/** Of what a refund is: what was chosen, bundles by their own name. */
const titlesOf = sql<string[]>`(select coalesce(jsonb_agg(l.title order by l.id), '[]')
  from order_lines l where l.order_id = r.order_id and l.bundle_line_id is null
    and exists (select from refund_lines b join order_lines x on x.id = b.line_id
      where b.refund_id = r.id and l.id in (x.id, x.bundle_line_id)))`;

async function refundsOf(orderId: string): Promise<SoldRefund[]> {
  const rows = await db()
    .selectFrom('refunds as r')
    .select(['r.id', 'r.amount', 'r.state', 'r.origin', 'r.reason', 'r.reason_code', 'r.bearer'])
    .select(['r.bearer_reason', 'r.share', 'r.requested_at', 'r.done_at', 'r.returned_at'])
    .select(['r.acknowledged_at', titlesOf.as('titles')])
    .where('r.order_id', '=', orderId)
    .orderBy('r.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount,
    state: row.state as SoldRefund['state'],
    origin: row.origin as SoldRefund['origin'],
    reason: row.reason,
    reasonCode: row.reason_code as RefundReason | null,
    bearer: row.bearer as Bearer | null,
    bearerReason: row.bearer_reason,
    share: row.share as SoldRefund['share'],
    titles: row.titles,
    requestedAt: row.requested_at,
    doneAt: row.done_at,
    returnedAt: row.returned_at,
    writtenAt: row.acknowledged_at,
  }));
}

/** What its buyer asked for, and its disputes, the oldest first. */
async function troubleOf(orderId: string) {
  const { rows } = await sql<{ requests: RefundRequest[]; disputes: Dispute[] }>`select
    (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'state', q.state, 'reason', q.reason,
        'askedAt', ${instantOf('q.asked_at')}, 'recommended', q.recommended_at is not null,
        'decidedAt', ${instantOf('q.decided_at')}, 'answer', q.answer) order by q.id), '[]')
      from refund_requests q where q.order_id = ${orderId}) as requests,
    (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'state', d.state, 'amount', d.amount,
        'currency', d.currency, 'reason', d.reason, 'respondBy', ${instantOf('d.respond_by')},
        'openedAt', ${instantOf('d.opened_at')}) order by d.id), '[]')
      from disputes d join payments p on p.id = d.payment_id
      where p.order_id = ${orderId}) as disputes`.execute(db());
  return rows[0] ?? { requests: [], disputes: [] };
}

/** One order whole with its history, for whoever sold it. A query for each part of it. */
export async function getSale(reading: Reading, id: string): Promise<SoldOrder> {
  const head = orRefuse(await findHead(reading.actor, id));
  const { sales, sums } = await salesOfOrder(reading, id);
  const [payments, refunds] = [await paymentsOf(id), await refundsOf(id)];
  const trouble = await troubleOf(id);
  const { name, surname, email, country, billing } = head.buyer as Buyer;
  const order = {
    id: head.id,
    number: head.number,
    state: head.state as OrderState,
    channel: channelOf(head),
    currency: head.currency as CurrencyCode,
    total: head.total,
    createdAt: head.created_at,
    paidAt: head.paid_at,
    buyer: { ...{ name, surname, email }, country: sales[0]?.customer.country ?? country },
    billing,
    lines: sales,
    ...{ sums, payments, refunds, ...trouble },
    invoices: invoiceBriefs(head.invoices),
    ...whatCanBeDone(sales),
  };
  const written = { writtenAt: head.acknowledged_at, writtenAgainAt: head.letter_resent_at };
  return { ...order, history: historyOf({ ...order, ...written, closedAt: head.closed_at }) };
}

/** Whoever gives money back chooses of which line: any of which some can go back opens the question. */
function whatCanBeDone(sales: Sale[]): Pick<SoldOrder, 'can' | 'beginsWith'> {
  const may = (deed: keyof Sale['can']) => sales.some(({ can }) => can[deed]);
  const can = {
    refund: may('refund'),
    refundPart: may('refundPart'),
    invoice: may('invoice'),
    recommend: may('recommend'),
    refuse: may('refuse'),
    settleRefund: may('settleRefund'),
    resend: may('resend'),
    decideCharge: may('decideCharge'),
  };
  const first = sales.find((one) => one.can.refund) ?? sales[0];
  return { can, beginsWith: first?.lineId ?? null };
}

type Head = NonNullable<Awaited<ReturnType<typeof findHead>>>;

const channelOf = ({ channel_id: id, slug, title }: Head): SoldOrder['channel'] =>
  id === null ? null : { id, slug: slug ?? '', title: title ?? '' };
