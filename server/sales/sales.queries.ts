import type { OrderState } from '#contract/orders.ts';
import type { Sale, SalesQuery, SalesTotal } from '#contract/sales.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { Id } from '#contract/shared/ids.ts';
import type { Language } from '#contract/shared/languages.ts';
import { orderNumberIn } from '#contract/shared/order-numbers.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import {
  invoiceBriefs,
  invoicesOf,
  isUndecided,
  isWithheld,
  newestDisputeOf,
} from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import { coveredOf, feeLeft, sellerLeft } from './line-sums.ts';
import { lineTitle } from './lines/line-title.ts';
import { isCalled } from './lines/line-words.queries.ts';
import { mayRefundLines, mayWriteAgain, refundCan } from './orders.rules.ts';
import { type Buyer, mayBuyerAct } from './orders.store.ts';
import { newestRequestOf, settlesAtOf } from './refunds/refund-requests.queries.ts';
import { hasStranded, refundedOf } from './refunds/refunded.queries.ts';
import { strandedCan } from './refunds/refunds.rules.ts';

/** Who reads, and in which language. */
export type Reading = { actor: Actor; language: Language };
type Reach = { ownerId: string | null };
/** What a search asks, on whatever page. */
export type SalesSearch = Omit<SalesQuery, 'page' | 'size'>;

/** The day of payment (of the order, when it was never paid) as people in the house count days. */
const dayOf = sql`(coalesce(o.paid_at, o.created_at) at time zone ${sessionZone})::date`;

const lines = () =>
  db()
    .selectFrom('orders as o')
    .innerJoin('order_lines as l', 'l.order_id', 'o.id')
    .leftJoin('products as p', 'p.id', 'l.product_id')
    .leftJoin('order_lines as w', 'w.id', 'l.bundle_line_id')
    .leftJoin('products as wp', 'wp.id', 'w.product_id')
    .leftJoin('channels as c', 'c.id', 'o.channel_id')
    // A bundle is sold by its parts: they carry its money.
    .where('l.kind', '<>', 'bundle');

/** That of the order; where only a part of its money went back, how it is with this line. */
const lineState = sql<OrderState>`(case when o.state <> 'partly_refunded' then o.state
  else (select case when x.refunded = 0 then 'paid' when x.refunded = l.total then 'refunded'
    else o.state end from (select ${refundedOf('l')} as refunded) x) end)`;

const matches = (query: SalesSearch, { ownerId }: Reach) =>
  lines()
    .$if(ownerId !== null, (from) => from.where('c.owner_id', '=', ownerId as string))
    .$if(query.channel !== undefined, (from) => from.where('c.slug', '=', query.channel as string))
    .$if(query.product !== undefined, (from) =>
      from.where((is) =>
        is.or([
          is('p.slug', '=', query.product as string),
          is('wp.slug', '=', query.product as string),
        ]),
      ),
    )
    .$if(query.state !== undefined, (from) =>
      from.where(sql<boolean>`${lineState} = ${query.state}`),
    )
    .$if(query.state === undefined && !isOrder(query.q), (from) =>
      from.where('o.paid_at', 'is not', null),
    )
    .$if(query.affiliate !== undefined, (from) =>
      from.where('l.affiliate_id', '=', query.affiliate as string),
    )
    .$if(query.from !== undefined, (from) => from.where(sql<boolean>`${dayOf} >= ${query.from}`))
    .$if(query.to !== undefined, (from) => from.where(sql<boolean>`${dayOf} <= ${query.to}`))
    .$if(isOrder(query.q), (from) => from.where(orderMeant(query.q ?? '')))
    .$if(Boolean(query.q) && !isOrder(query.q), (from) =>
      from.where(
        sql<boolean>`(plain_text(l.title || ' ' || coalesce(w.title, '') || ' ' || (o.buyer->>'email') || ' ' || (o.buyer->>'name')
          || ' ' || (o.buyer->>'surname')) like plain_text(${containing(query.q ?? '')})
          or ${isCalled(query.q ?? '')})`,
      ),
    );

/** The country to which the things of the order are sent. */
const sentTo = sql<string | null>`(select h.details->>'country' from order_lines h
  where h.order_id = o.id and h.kind = 'shipping' limit 1)`;

/** Whoever types the number of an order wants that order, in whatever state it is. */
const isOrder = (q: string | undefined): boolean =>
  q !== undefined && (Id.safeParse(q).success || orderNumberIn(q) !== null);

/** By its number, else by what programs call it. */
const orderMeant = (q: string) => {
  const number = orderNumberIn(q);
  return number === null ? sql<boolean>`o.id = ${q}` : sql<boolean>`o.number = ${number}`;
};

const withFacts = (found: ReturnType<typeof lines>) =>
  found
    .leftJoin('product_sessions as s', 's.id', 'l.session_id')
    .leftJoin('affiliates as a', 'a.id', 'l.affiliate_id')
    .select(['a.id as affiliate_id', 'a.name as affiliate_name', 'a.code as affiliate_code'])
    .select(['o.id', 'o.number', 'o.state', 'o.currency', 'o.buyer'])
    .select(['l.net', 'l.tax', 'l.total', feeLeft.as('fee')])
    .select([coveredOf.as('covered'), sellerLeft.as('organizer')])
    .select(['o.created_at', 'o.paid_at', 'l.product_id', 'l.title', 'l.price_from'])
    .select([
      'l.id as line_id',
      'l.kind',
      'l.details',
      'l.quantity',
      'w.id as bundle_id',
      'w.title as bundle',
    ])
    .select(['l.coupon_code', 'w.coupon_code as bundle_code', 'p.slug', 's.starts_at'])
    .select(['c.id as channel_id', 'c.slug as channel_slug', 'c.title as channel_title'])
    .select([
      lineState.as('line_state'),
      refundedOf('l').as('refunded'),
      sentTo.as('sent_to'),
      refundedOf('l', ['requested', 'done', 'bounced']).as('asked'),
      invoicesOf('o.id').as('invoices'),
    ])
    .select(['c.owner_id', isWithheld(sql`o.id`).as('is_withheld'), settlesAtOf.as('settles_at')])
    .select([hasStranded.as('has_stranded'), isUndecided(sql`o.id`).as('is_undecided')])
    .select(mayBuyerAct('o').as('buyer_may_act'))
    .select([newestRequestOf.as('request'), newestDisputeOf(sql`o.id`).as('dispute')]);

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>;

const channelOf = ({ channel_id: id, channel_slug: slug, channel_title: title }: Row) =>
  id === null ? null : { id, slug: slug ?? '', title: title ?? '' };

function saleFrom(row: Row, { actor, language }: Reading): Sale {
  // What is given is on no paper.
  const isGiven = row.kind === 'donation' || row.kind === 'support';
  const [invoice] = isGiven ? [] : invoiceBriefs(row.invoices);
  const { email, name, surname, country, billing } = row.buyer as Buyer;
  const { total, refunded } = row;
  const state = row.line_state;
  const kind = row.kind as Sale['kind'];
  const can = refundCan(actor, factsOf(row), now());
  const refund = can.refund && mayRefundLines(actor, [{ kind }]);
  return {
    id: row.id,
    number: row.number,
    lineId: row.line_id,
    kind,
    quantity: row.quantity,
    bundle: row.bundle_id === null ? null : { lineId: row.bundle_id, title: row.bundle ?? '' },
    state,
    product: { id: row.product_id, slug: row.slug, title: titleOf(row, language) },
    channel: channelOf(row),
    customer: {
      ...{ email, name, surname },
      country: billing.country || row.sent_to || country,
    },
    currency: row.currency as CurrencyCode,
    net: row.net,
    tax: row.tax,
    total,
    donation: row.kind === 'donation' ? total : 0,
    support: row.kind === 'support' ? total : 0,
    fee: row.fee,
    covered: row.covered,
    organizer: row.organizer,
    refunded,
    priceFrom: row.price_from as Sale['priceFrom'],
    code: row.coupon_code ?? row.bundle_code,
    affiliate: affiliateFrom(row),
    invoiceNumber: invoice?.number ?? null,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    eventAt: row.starts_at,
    dispute: row.dispute,
    request: row.request,
    can: {
      ...can,
      refund,
      refundPart: refund && can.refundPart,
      settleRefund: canSettle(actor, row),
      resend:
        state !== 'refunded' &&
        mayWriteAgain(actor, { ...factsOf(row), buyerMayAct: row.buyer_may_act }),
      decideCharge: isAdmin(actor) && row.is_undecided,
      invoice: invoice !== undefined,
    },
  };
}

const titleOf = ({ kind, title, details, channel_title }: Row, language: Language): string =>
  lineTitle(language, {
    kind: kind as Sale['kind'],
    title,
    details: details as Record<string, unknown>,
    channelTitle: channel_title,
  });

/** Is there a refund of the order with which the person can do something? */
const canSettle = (actor: Actor, { has_stranded, is_withheld: isWithheld }: Row): boolean =>
  has_stranded &&
  strandedCan(
    { isAdmin: isAdmin(actor) },
    { state: 'failed', isStray: false, isOwed: true, isWithheld },
  ).returnOtherwise;

const affiliateFrom = ({ affiliate_id: id, affiliate_name: name, affiliate_code: code }: Row) =>
  id === null ? null : { id, name: name ?? '', code: code ?? '' };

const factsOf = (row: Row) => ({
  state: row.state as OrderState,
  ownerId: row.owner_id,
  total: row.total,
  refundedOrAsked: row.asked,
  isWithheld: row.is_withheld,
  settlesAt: row.settles_at,
  request: row.request,
});

/**
 * The sums of the books over every line that matches; orders themselves are never summed. Entries of
 * before lines were noted are of the one line of their order.
 */
async function sumSales(query: SalesSearch, reach: Reach): Promise<SalesTotal[]> {
  const matched = matches(query, reach).select([
    'o.id',
    'l.id as line_id',
    'o.currency',
    'o.paid_at',
  ]);
  const part = (account: string, posting: string) =>
    sql<number>`coalesce(sum(e.amount) filter (where e.account = any(string_to_array(${account}, ','))
      and e.posting like ${posting}), 0)::bigint`;
  // What the platform sells itself is booked without a channel.
  const ofSeller = (accounts: string, isSite: boolean) =>
    sql<number>`coalesce(sum(e.amount) filter (where (e.channel_id is null) = ${isSite}
      and e.account = any(string_to_array(${accounts}, ','))), 0)::bigint`;
  const ours = 'organizer,donation,support,platform,tax,platform_fee,platform_cost';
  const rows = await db()
    .with('matched', () => matched)
    .selectFrom('matched as m')
    .leftJoin('ledger_entries as e', (join) =>
      join
        .onRef('e.order_id', '=', 'm.id')
        .onRef('e.currency', '=', 'm.currency')
        .on((is) =>
          is.or([is('e.part_id', 'is', null), is('e.part_id', '=', is.ref('m.line_id'))]),
        ),
    )
    .select([
      'm.currency',
      sql<number>`count(distinct m.id) filter (where m.paid_at is not null)::bigint`.as('orders'),
      part(ours, 'payment:%').as('taken'),
      part(ours, 'refund:%').as('refunded'),
      part('tax', '%').as('tax'),
      part('platform_fee', '%').as('fees'),
      part('platform_cost', 'refund:%').as('covered'),
      ofSeller('organizer,donation,tax', false).as('organizer'),
      ofSeller('platform,tax', true).as('site'),
      part('donation', '%').as('donations'),
      part('support', '%').as('support'),
    ])
    .groupBy('m.currency')
    .orderBy('m.currency')
    .execute();
  // In the books what is earned is negative; `0 -` keeps minus zero out of the answer.
  return rows.map((row) => ({
    currency: row.currency as CurrencyCode,
    orders: row.orders,
    taken: 0 - row.taken,
    refunded: row.refunded,
    tax: 0 - row.tax,
    fees: 0 - row.fees,
    covered: row.covered,
    organizer: 0 - row.organizer,
    donations: 0 - row.donations,
    support: 0 - row.support,
    site: 0 - row.site,
  }));
}

/** What was paid is read along its index; among other states some never were. */
const newestOf = ({ state, q }: SalesSearch) =>
  state === undefined && !isOrder(q) ? sql`o.paid_at` : sql`coalesce(o.paid_at, o.created_at)`;

async function listPage(reading: Reading, query: SalesQuery, reach: Reach) {
  const { page, size } = query;
  const { total } = await matches(query, reach)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withFacts(matches(query, reach))
    .orderBy(newestOf(query), 'desc')
    .orderBy('l.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const items = rows.map((row) => saleFrom(row, reading));
  return { items, total, page, size, totals: await sumSales(query, reach) };
}

/** The actor's own channels; a channel of somebody else does not exist here. */
export async function ownReach(actor: Actor, { channel }: SalesSearch): Promise<Reach> {
  if (channel !== undefined) orRefuse(await findOwnChannel(db(), actor, channel));
  return { ownerId: actor.id };
}

/** The sales of the actor's own channels. */
export const listSales = async (reading: Reading, query: SalesQuery) =>
  listPage(reading, query, await ownReach(reading.actor, query));

/** The sales of all channels, for administrators. */
export const listAllSales = (reading: Reading, query: SalesQuery) =>
  listPage(reading, query, { ownerId: null });

/** The ids of all sales that match, in the order of the list, `most` at most. */
export async function saleIds(query: SalesSearch, reach: Reach, most: number): Promise<string[]> {
  const rows = await matches(query, reach)
    .select('l.id')
    .orderBy(newestOf(query), 'desc')
    .orderBy('l.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** What was sold by an order, as its list shows it, and what the books say of all of it. */
export async function salesOfOrder(reading: Reading, id: string) {
  const rows = await withFacts(lines()).where('o.id', '=', id).orderBy('l.id').execute();
  const [sums] = await sumSales({ q: id }, { ownerId: null });
  return { sales: rows.map((row) => saleFrom(row, reading)), sums: orRefuse(sums) };
}

/** These sales, in any order. */
export async function salesByIds(reading: Reading, ids: string[]): Promise<Sale[]> {
  const rows = await withFacts(lines())
    .where('l.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map((row) => saleFrom(row, reading));
}
