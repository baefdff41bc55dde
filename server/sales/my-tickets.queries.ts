import type { PriceNow, ProductCard, SaleState } from '#contract/catalog.ts';
import type { Checkout, MineOfProduct, SessionOnSale, TicketCard } from '#contract/sales.ts';
import { donationLimits } from '#contract/shared/donation-limits.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import type { PlaybackState, Ticket } from '#contract/tickets.ts';
import { findPerson } from '#server/accounts/index.ts';
import {
  asInvited,
  findProduct,
  isBundle,
  isGiveable,
  listParts,
  mayEdit,
  type Product,
  priceNow,
  productCardsByIds,
  saleState,
  sessionIsOpen,
  shownSession,
} from '#server/catalog/index.ts';
import { paymentMethodsFor } from '#server/payments/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import {
  broadcastFor,
  codeOffer,
  findCode,
  findShownTicketOf,
  isLate,
  listCancelledTicketsOf,
  listTicketsOf,
  opensAt,
  playbackState,
  type TicketRow,
  ticketExpiresAt,
} from '#server/tickets/index.ts';
import { bundlePrice } from './lines/bundle.rules.ts';
import { seatsOfferedTo } from './offered-seats.ts';
import { listLines } from './order-lines.store.ts';
import { codeFits, withOwnSeats, withOwnStock } from './orders.rules.ts';
import { findPendingOf, type PendingOrder } from './pending-orders.queries.ts';
import { isReached } from './reach.ts';
import { type Show, showsByIds } from './shows.queries.ts';

const watchable: readonly PlaybackState[] = ['live', 'ready'];
/** The player is also the place to wait. */
const enterable: readonly PlaybackState[] = [
  ...watchable,
  'countdown',
  'waiting',
  'not_yet_available',
];

const asTicket = (ticket: TicketRow, show: Show): Ticket => ({
  id: ticket.id,
  source: ticket.source,
  sessionId: ticket.sessionId,
  orderId: ticket.orderId,
  grantedAt: ticket.grantedAt,
  expiresAt: ticketExpiresAt(show, ticket),
});

const stateOf = (show: Show, ticket: TicketRow | null): PlaybackState =>
  playbackState(show, ticket, broadcastFor(show, ticket, show.broadcasts, now()), now());

function cardOf(ticket: TicketRow, show: Show, product: ProductCard): TicketCard {
  const state = stateOf(show, ticket);
  const own = show.sessions.find(({ id }) => id === ticket.sessionId);
  return {
    ticket: asTicket(ticket, show),
    product,
    session: own ?? product.session,
    state,
    opensAt: opensAt(show, ticket, now()),
    late: isLate(state, show, ticket, now()),
    can: { watch: watchable.includes(state) },
  };
}

/** What can be watched comes first, what is over last. */
const order: Record<PlaybackState, number> = {
  live: 0,
  countdown: 1,
  waiting: 2,
  ready: 3,
  not_yet_available: 4,
  no_sessions: 5,
  misconfigured: 6,
  cancelled: 7,
  finished: 8,
  expired: 9,
  no_ticket: 10,
};

/**
 * The actor's tickets as cards, until its hour also one whose show was cancelled. As many statements
 * for many tickets as for one.
 */
export async function listMyTickets(actor: Actor, { page, size, q }: PageQuery) {
  const tickets = [
    ...(await listTicketsOf(db(), actor.id)),
    ...(await listCancelledTicketsOf(db(), actor.id, { at: nowText() })),
  ];
  const ids = tickets.map(({ productId }) => productId);
  const shows = await showsByIds(db(), ids);
  const products = await productCardsByIds(db(), ids, now());
  const cards = tickets.flatMap((ticket) => {
    const show = shows.get(ticket.productId);
    const product = products.get(ticket.productId);
    return show && product ? [cardOf(ticket, show, product)] : [];
  });
  const wanted = cards
    .filter(({ product }) => !q || plain(product.title).includes(plain(q)))
    .sort((a, b) => order[a.state] - order[b.state]);
  const items = wanted.slice((page - 1) * size, page * size);
  return { items, total: wanted.length, page, size, serverNow: nowText() };
}

const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A product as one person finds it: their ticket, what it opens, what can be bought. */
async function findAsMet(actor: Actor, slug: string) {
  const found = orRefuse(await findProduct(db(), slug));
  const ticket = await findShownTicketOf(db(), actor.id, { productId: found.id, at: nowText() });
  const show = orRefuse((await showsByIds(db(), [found.id])).get(found.id));
  const pending = await findPendingOf(db(), actor.id, found.id);
  const state = stateOf(show, ticket);
  const rented = state === 'expired' && ticket?.orderId;
  const held = pending?.lines ?? (rented ? await listLines(db(), rented) : []);
  const offered = await seatsOfferedTo(db(), { userId: actor.id, productId: found.id });
  const product = withOwnStock(withOwnSeats(found, [...held, ...offered]), held);
  const good = ticket?.isCancelled ? null : ticket;
  return { product, ticket: good && asTicket(good, show), show, state, pending };
}

const onSale = (product: Product): SessionOnSale[] =>
  product.sessions.map((session) => ({
    ...shownSession(session),
    open: sessionIsOpen(product, session, now()),
  }));

const canBuy = (state: PlaybackState, sale: SaleState): boolean =>
  ['no_ticket', 'expired', 'cancelled'].includes(state) && sale === 'open';

/** What a product is to the actor: ticket, state, seats as they are now. */
export async function getMine(actor: Actor, slug: string): Promise<MineOfProduct> {
  const { product, ticket, show, state } = await findAsMet(actor, slug);
  const isOpenTo = isReached(actor, product, false);
  if (!ticket && !isOpenTo) refuse('SERVER_ERROR_NOT_FOUND');
  const sale = saleState(product, now());
  return {
    ticket,
    state,
    serverNow: nowText(),
    opensAt: opensAt(show, ticket, now()),
    late: isLate(state, show, ticket, now()),
    sessions: onSale(product),
    price: priceNow(product, now()),
    sale,
    can: {
      buy: isOpenTo && canBuy(state, sale),
      gift: isOpenTo && sale === 'open' && isGiveable(product),
      watch: enterable.includes(state),
      edit: mayEdit(actor, product),
    },
  };
}

/** Everything the checkout shows before there is an order. */
export async function getCheckout(actor: Actor, slug: string, code?: string): Promise<Checkout> {
  const { product: met, ticket, state, pending } = await findAsMet(actor, slug);
  const opened = await openCode(met, { code, pending });
  const product = asInvited(met, opened.offer?.price ?? null);
  const isOpenTo = isReached(actor, product, opened.offer !== null);
  if (!ticket && !isOpenTo) refuse('SERVER_ERROR_NOT_FOUND');
  const cards = await productCardsByIds(db(), [product.id], now());
  const sale = saleWith(product, opened.offer);
  const price = await shownPrice(product);
  const { total } = opened.offer?.price ?? price;
  return {
    product: orRefuse(cards.get(product.id)),
    sessions: onSale(product),
    sale,
    salesStartsAt: product.salesStartsAt,
    price,
    ...opened,
    billing: await billingOf(actor),
    methods: await paymentMethodsFor({
      // Of what is free: what could be given beside it.
      amount: total || donationLimits(product.currency).least,
      currency: product.currency,
    }),
    ticket: state === 'expired' ? null : ticket,
    serverNow: nowText(),
    can: {
      buy: isOpenTo && canBuy(state, sale),
      gift: isOpenTo && sale === 'open' && total > 0 && isGiveable(product),
    },
  };
}

/** What it costs; of a bundle the tax is that of its parts. */
async function shownPrice(product: Product): Promise<PriceNow> {
  const price = priceNow(product, now());
  if (!isBundle(product)) return price;
  const parts = await listParts(db(), product.id);
  const shown = parts.map((part) => priceNow(part.product, now()));
  return { ...price, ...bundlePrice(price.total, shown) };
}

/** A code for one showing opens this one only. */
const saleWith = (product: Product, offer: Checkout['offer']): SaleState =>
  saleState(
    {
      ...product,
      sessions: product.sessions.filter(({ id }) => !offer?.session || id === offer.session.id),
    },
    now(),
  );

async function openCode(
  product: Product,
  { code, pending }: { code: string | undefined; pending: PendingOrder | null },
): Promise<Pick<Checkout, 'offer' | 'codeFault'>> {
  if (!code) return { offer: null, codeFault: null };
  const found = await findCode(db(), code, { now: nowText(), orderId: pending?.id ?? null });
  if (typeof found === 'string') return { offer: null, codeFault: found };
  if (!codeFits(found, product, found.sessionId))
    return { offer: null, codeFault: 'COUPON_INVALID' };
  return { offer: await codeOffer(found, product), codeFault: null };
}

async function billingOf(actor: Actor): Promise<Checkout['billing']> {
  const { billing } = orRefuse(await findPerson(db(), actor.id));
  const { company, nif, address, city, postalCode, country } = billing;
  return { company, nif, address, city, postalCode, country };
}
