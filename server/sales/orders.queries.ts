import type { ChannelState } from '#contract/channels.ts';
import type { Order, OrderBrief, OrderLine, OrderState } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { orderNumberIn } from '#contract/shared/order-numbers.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import type { Refund } from '#contract/shared/refunds.ts';
import { isPublic, type Product, sessionJson } from '#server/catalog/index.ts';
import { pictureFrom } from '#server/media/index.ts';
import {
  invoiceBriefs,
  invoicePdf,
  invoicesOf,
  isWithheld,
  newestAttemptOf,
} from '#server/payments/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { containing, instantOf } from '#server/platform/database/fragments.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import type { LostOrder } from './cancellation-mail.ts';
import { type Chosen, checkoutPath } from './checkout-path.ts';
import { lineTitle } from './lines/line-title.ts';
import { isCalled } from './lines/line-words.queries.ts';
import { maySee, maySell, nextStep, type OrderFacts, orderCan } from './orders.rules.ts';
import { type Buyer, monthOf, pickupOf } from './orders.store.ts';
import { newestRequestOf, settlesAtOf } from './refunds/refund-requests.queries.ts';
import { isOwed, refundedOf, takenOf } from './refunds/refunded.queries.ts';
import { strandedCan } from './refunds/refunds.rules.ts';

type LineRow = OrderLine & {
  status: Product['status'] | null;
  pickup: string | null;
  details: Record<string, unknown>;
  taken: number;
};

const linesOf = sql<LineRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'quantity', l.quantity,
    'productId', l.product_id, 'productSlug', p.slug, 'title', l.title, 'status', p.status,
    'net', l.net, 'taxRate', l.tax_rate, 'tax', l.tax, 'total', l.total,
    'refunded', ${refundedOf('l')}, 'priceFrom', l.price_from, 'code', l.coupon_code,
    'bundleLineId', l.bundle_line_id, 'pickup', ${pickupOf('l')}, 'details', l.details,
    'taken', ${takenOf},
    'session', case when s.id is null then null else ${sessionJson} end) order by l.id), '[]')
  from order_lines l left join products p on p.id = l.product_id
    left join product_sessions s on s.id = l.session_id
  where l.order_id = o.id)`;

type RefundRow = Omit<Refund, 'can'> & { stray: boolean; owed: boolean };

const refundsOf = sql<RefundRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'state', r.state,
    'origin', r.origin, 'reason', r.reason, 'reasonCode', r.reason_code, 'bearer', r.bearer,
    'stray', r.share is null, 'owed', ${isOwed}, 'returnedAt', ${instantOf('r.returned_at')},
    'requestedAt', ${instantOf('r.requested_at')}, 'doneAt', ${instantOf('r.done_at')})
    order by r.id), '[]')
  from refunds r where r.order_id = o.id)`;

const affiliateOf = sql<Order['affiliate']>`(
  select jsonb_build_object('name', a.name, 'code', a.code)
  from order_lines l join affiliates a on a.id = l.affiliate_id where l.order_id = o.id limit 1)`;

const orders = () =>
  db()
    .selectFrom('orders as o')
    .leftJoin('channels as c', 'c.id', 'o.channel_id')
    .leftJoin('images as i', 'i.id', 'c.logo_id')
    .select([
      'o.id',
      'o.number',
      'o.state',
      'o.buyer_id',
      'o.currency',
      'o.net',
      'o.tax',
      'o.total',
      'o.fee',
    ])
    .select(['o.buyer', 'o.created_at', 'o.expires_at', 'o.paid_at', 'o.closed_at', 'o.channel_id'])
    .select(['c.slug', 'c.title', 'c.owner_id', 'c.state as channel_state'])
    .select([pictureFrom('i').as('logo')])
    .select([linesOf.as('lines'), refundsOf.as('refunds')])
    .select([newestAttemptOf(sql`o.id`).as('attempt'), invoicesOf('o.id').as('invoices')])
    .select([isWithheld(sql`o.id`).as('is_withheld'), settlesAtOf.as('settles_at')])
    .select([newestRequestOf.as('request'), affiliateOf.as('affiliate'), monthOf('o').as('month')]);

const ordersById = builtOnce((_: Db, id: string) => orders().where('o.id', '=', id));

type Row = Awaited<ReturnType<ReturnType<typeof orders>['executeTakeFirstOrThrow']>>;

/** Who sells; null: the platform itself. */
const channelOf = ({ channel_id: id, slug, title, logo }: Row): Order['channel'] =>
  id === null ? null : { id, slug: slug ?? '', title: title ?? '', logo };

const sumOf = (refunds: Row['refunds'], states: Refund['state'][]): number =>
  refunds
    .filter(({ stray, state }) => !stray && states.includes(state))
    .reduce((sum, { amount }) => sum + amount, 0);

const factsOf = (row: Row): OrderFacts => ({
  state: row.state as OrderState,
  buyerId: row.buyer_id,
  ownerId: row.owner_id,
  total: row.total,
  expiresAt: row.expires_at,
  refundedOrAsked: sumOf(row.refunds, ['requested', 'done', 'bounced']),
  taken: row.lines.reduce((sum, { taken }) => sum + taken, 0),
  isWithheld: row.is_withheld,
  settlesAt: row.settles_at,
  request: row.request,
  month: row.month,
});

async function findRow(actor: Actor, id: string): Promise<Row> {
  const row = orRefuse((await ordersById(db(), id))[0]);
  if (!maySee(actor, factsOf(row))) refuse('SERVER_ERROR_NOT_FOUND');
  return row;
}

/** An order within the actor's reach: its buyer, the seller's side. Its lines are called in the language. */
export async function getOrder(
  actor: Actor,
  id: string,
  language = actor.language,
): Promise<Order> {
  return orderFrom(await findRow(actor, id), { actor, language });
}

/** What was chosen, for whoever leads back to it, what it is called, and the order's number. */
export async function findChosen(actor: Actor, id: string) {
  const row = await findRow(actor, id);
  const titles = linesChosen(row).map((line) => titleIn(actor.language, row, line));
  return { chosen: chosenOf(row), number: row.number, titles };
}

type Reading = { actor: Actor; language: Language };

const titleIn = (language: Language, { title: channelTitle }: Row, line: LineRow): string =>
  lineTitle(language, { ...line, channelTitle });

const linesChosen = ({ lines }: Row) => lines.filter(({ bundleLineId }) => bundleLineId === null);

const chosenOf = (row: Row): Chosen => ({
  lines: linesChosen(row).map(({ kind, productSlug, session, code }) => ({
    ...{ kind, productSlug, code },
    sessionId: session?.id ?? null,
  })),
  channelSlug: row.slug,
  currency: row.currency as CurrencyCode,
  subscriptionId: row.month?.subscriptionId ?? null,
});

function orderFrom(row: Row, { actor, language }: Reading): Order {
  const facts = factsOf(row);
  const { attempt } = row;
  const seller = maySell(actor, facts);
  const { email, name, surname, country } = row.buyer as Buyer;
  return {
    id: row.id,
    number: row.number,
    state: facts.state,
    channel: channelOf(row),
    currency: row.currency as CurrencyCode,
    net: row.net,
    tax: row.tax,
    total: row.total,
    fee: seller ? row.fee : null,
    refunded: sumOf(row.refunds, ['done', 'bounced']),
    lines: row.lines.map((line) => lineFrom(line, titleIn(language, row, line))),
    pickup: row.lines.find(({ pickup }) => pickup !== null)?.pickup ?? null,
    // Where to pay is the buyer's business alone.
    payment: attempt && (facts.buyerId === actor.id ? attempt : { ...attempt, place: null }),
    refunds: row.refunds.map((refund) => refundFrom(refund, row, actor)),
    invoices: invoiceBriefs(row.invoices),
    buyer: seller ? { email, name, surname, country } : null,
    affiliate: seller ? row.affiliate : null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    closedAt: row.closed_at,
    serverNow: nowText(),
    next: nextStep(facts, attempt, now()),
    can: { ...canOf(row, actor), share: canShare(row) },
  };
}

const lineFrom = (
  { status: _status, pickup: _place, details: _details, taken: _taken, ...line }: LineRow,
  title: string,
): OrderLine => ({ ...line, title });

/** Why it is given and who bears it is the seller's business. */
function refundFrom({ stray, owed, ...refund }: RefundRow, row: Row, actor: Actor): Refund {
  const standing = { isStray: stray, isOwed: owed, isWithheld: row.is_withheld };
  const can = strandedCan({ isAdmin: isAdmin(actor) }, { ...standing, state: refund.state });
  const forBuyer = maySell(actor, factsOf(row)) ? {} : { reasonCode: null, bearer: null };
  return { ...refund, ...forBuyer, can };
}

/** Only what everybody can open: the address of a private show would lead others to nothing. */
const canShare = ({ lines, channel_state }: Row): boolean => {
  const shows = lines.flatMap(({ status }) => status ?? []);
  const channel = { state: channel_state as ChannelState };
  return shows.length > 0 && shows.every((status) => isPublic({ status, channel }));
};

/** What somebody gave is on no invoice. */
const canOf = (row: Row, actor: Actor) => {
  const can = orderCan(actor, factsOf(row), { attempt: row.attempt, now: now() });
  return { ...can, invoice: can.invoice && row.invoices.length > 0 };
};

/** The facts of an order that the actor made; 404 for everyone else's, whoever asks. */
export async function getOwnOrder(actor: Actor, id: string): Promise<OrderFacts> {
  const facts = factsOf(await findRow(actor, id));
  if (facts.buyerId !== actor.id) refuse('SERVER_ERROR_NOT_FOUND');
  return facts;
}

/** The facts of an order that the actor sold, or administrates. */
export async function getSoldOrder(actor: Actor, id: string): Promise<OrderFacts> {
  const facts = factsOf(await findRow(actor, id));
  if (!maySell(actor, facts)) refuse('SERVER_ERROR_NOT_FOUND');
  return facts;
}

/** The PDF of an order's invoice, or of another of its papers. */
export async function getInvoiceFile(actor: Actor, id: string, invoiceId?: string) {
  const invoices = invoiceBriefs((await findRow(actor, id)).invoices);
  const wanted = invoiceId ? invoices.find((invoice) => invoice.id === invoiceId) : invoices[0];
  const { number, id: found } = orRefuse(wanted);
  return { name: `${number}.pdf`, content: await invoicePdf(found) };
}

/** The actor's own orders, newest first. */
export async function listMyOrders(reading: Reading, { page, size, q }: PageQuery) {
  const { actor } = reading;
  const mine = orders()
    .where('o.buyer_id', '=', actor.id)
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`(o.number = ${orderNumberIn(q ?? '')} or exists (
          select from order_lines l where l.order_id = o.id
            and (plain_text(l.title) like plain_text(${containing(q ?? '')})
              or ${isCalled(q ?? '')})))`,
      ),
    );
  const { total } = await mine
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await mine
    .orderBy('o.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: rows.map((row) => briefFrom(row, reading)), total, page, size };
}

function briefFrom(row: Row, { actor, language }: Reading): OrderBrief {
  const can = canOf(row, actor);
  return {
    id: row.id,
    number: row.number,
    state: row.state as OrderState,
    channel: channelOf(row),
    lines: linesChosen(row).map((line) => ({
      ...{ kind: line.kind, productSlug: line.productSlug },
      title: titleIn(language, row, line),
    })),
    currency: row.currency as CurrencyCode,
    total: row.total,
    refunded: sumOf(row.refunds, ['done', 'bounced']),
    createdAt: row.created_at,
    paidAt: row.paid_at,
    invoices: invoiceBriefs(row.invoices),
    request: row.request,
    checkout: can.pay ? checkoutPath(chosenOf(row)) : null,
    can: {
      pay: can.pay,
      cancel: can.cancel,
      invoice: can.invoice,
      askRefund: can.askRefund,
    },
  };
}

/** The order of a ticket that is lost, with what was paid for it, as its letter says it. */
export async function findLostOrder(
  tx: Db,
  id: string,
  productId: string,
): Promise<LostOrder | null> {
  const row = await tx
    .selectFrom('orders as o')
    .innerJoin('order_lines as l', 'l.order_id', 'o.id')
    .select(['o.id', 'o.number', 'l.total', 'o.currency', 'l.coupon_code as code'])
    .where('o.id', '=', id)
    .where('l.product_id', '=', productId)
    .where('l.kind', '<>', 'gift')
    .executeTakeFirst();
  return row ? { ...row, currency: row.currency as CurrencyCode } : null;
}
