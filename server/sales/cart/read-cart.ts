import type { Cart, CartCheckout, CartGroup, CartLine } from '#contract/cart.ts';
import { mostItems } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { mostOfOneThing } from '#contract/shipping.ts';
import { productCardsByIds } from '#server/catalog/index.ts';
import { paymentMethodsFor } from '#server/payments/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, Refusal } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { listOpenedBy, monthEnd, toldUntil } from '#server/subscriptions/index.ts';
import { planLine } from '../lines/kinds.ts';
import type { PlannedLine, Planning, StoredLine } from '../lines/line.ts';
import { followedBy, termOf } from '../lines/subscription-line.ts';
import { listPendingFor } from '../pending-orders.queries.ts';
import { linesOf, planningOf, productIdsOf } from '../plan-order.ts';
import { type CartRow, listCartRows } from './cart.queries.ts';
import { wishOf } from './wishes.ts';

/** The actor's cart: what is in it, priced anew by the rules of the order, and what has changed. */
export async function getCart(actor: Actor): Promise<Cart> {
  const rows = await listCartRows(db(), actor.id);
  const ids = productIdsOf(rows);
  const cards = await productCardsByIds(db(), ids, now());
  const own = await ownHeld(actor, ids);
  const { planning } = planningOf(actor);
  const all: PricedRow[] = [];
  for (const row of rows) all.push({ row, priced: await priceRow(planning, row, own) });
  const opened = await openedIn(all);
  const groups = new Map<string, CartGroup>();
  for (const one of all) {
    const { channel, currency, productId } = one.row;
    const key = `${channel?.id} ${currency}`;
    const product = (productId && cards.get(productId)) || null;
    const openedBy = (productId && opened.get(productId)) || null;
    const line = lineFrom(one, { product, openedBy, own });
    groups.set(key, withLine(groups.get(key) ?? emptyGroup(one.row), line));
  }
  return { groups: [...groups.values()], count: rows.length };
}

/** What is paid for in the cart, and the subscriptions in it would open anyway. */
async function openedIn(all: readonly PricedRow[]): Promise<Map<string, 'channel' | 'site'>> {
  const lines = all.flatMap(({ priced }) => ('planned' in priced ? [priced.planned.line] : []));
  const followed = lines.map(followedBy).filter((of) => of !== undefined);
  const tickets = lines.filter(({ kind, total }) => kind === 'ticket' && total > 0);
  if (followed.length === 0 || tickets.length === 0) return new Map();
  return listOpenedBy(db(), productIdsOf(tickets), followed);
}

const isHeld = ({ holdsSeat, kind }: { holdsSeat: boolean; kind: string }): boolean =>
  holdsSeat || kind === 'physical';

type Held = Pick<StoredLine, 'kind' | 'productId' | 'quantity'>;

/** What orders of theirs that wait for payment hold of these products. */
export async function ownHeld(actor: Actor, productIds: string[]): Promise<Held[]> {
  const pending = await listPendingFor(db(), actor.id, productIds);
  return pending.flatMap(({ lines }) => lines.filter(isHeld));
}

type Priced = { planned: PlannedLine } | { fault: ErrorCode; most: number | null };
type PricedRow = { row: CartRow; priced: Priced };

async function priceRow(planning: Planning, row: CartRow, own: Held[]): Promise<Priced> {
  try {
    const planned = await planLine(planning, wishOf(row));
    return isFullFor(planned, own)
      ? { fault: 'SOLD_OUT', most: mostOf(planned, own) }
      : { planned };
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.code, most: null };
    throw error;
  }
}

/** Somebody else has it, and not the buyer by another order. */
export const isFullFor = (planned: PlannedLine, own: readonly Held[]): boolean =>
  planned.isFull &&
  linesOf({ items: [planned] }).some((line) => {
    if (line.kind === 'physical') return line.quantity > (mostOf(planned, own) ?? 0);
    return line.holdsSeat && own.every(({ productId }) => productId !== line.productId);
  });

/** How many of it can be had now, with those of one's own order that waits; null where it is always one. */
function mostOf({ line, free }: PlannedLine, own: readonly Held[]): number | null {
  if (line.kind !== 'physical') return null;
  const mine = own.filter(({ productId }) => productId === line.productId);
  const held = mine.reduce((sum, { quantity }) => sum + quantity, 0);
  return Math.min((free ?? mostOfOneThing) + held, mostOfOneThing);
}

type About = Pick<CartLine, 'product' | 'openedBy'> & { own: Held[] };

function lineFrom({ row, priced }: PricedRow, { own, ...about }: About): CartLine {
  const { id, kind, title, session, quantity, code, seenTotal, addedAt } = row;
  const shown = { id, kind, title, session, quantity, code, addedAt, ...about };
  if ('fault' in priced) {
    const { fault, most } = priced;
    const none = { subscription: null, net: 0, tax: 0, total: 0, costBefore: null, item: null };
    return { ...shown, ...none, most, fault };
  }
  const { planned } = priced;
  const { net, tax, total } = planned.line;
  const costBefore = total === seenTotal ? null : seenTotal;
  const most = mostOf(planned, own);
  const subscription = subscriptionIn(planned);
  const wished = { ...wishOf(row), ...(subscription && { term: subscription.term }) };
  const item = { ...wished, expectedTotal: total } as NonNullable<CartLine['item']>;
  return { ...shown, subscription, most, net, tax, total, costBefore, fault: null, item };
}

/** By what a subscription goes on, what it opens, and when it would renew, were it paid now. */
function subscriptionIn({ line, opens = 0 }: PlannedLine): CartLine['subscription'] {
  if (line.kind !== 'subscription') return null;
  const term = termOf(line);
  return { term, products: opens, renewsAt: toldUntil(term, monthEnd(nowText(), 1, term)) };
}

/** What is given beside it: a donation, and support. */
const given = 2;

const emptyGroup = ({ channel, currency }: CartRow): CartGroup => ({
  ...{ channel, currency, lines: [], net: 0, tax: 0, total: 0 },
  can: { buy: false, give: false, useCode: false },
});

function withLine(group: CartGroup, line: CartLine): CartGroup {
  const lines = [...group.lines, line];
  const wanted = lines.filter(({ item }) => item !== null).length;
  // Where things go to is said in the order as well.
  const places = mostItems - Number(lines.some(({ item }) => item?.kind === 'physical'));
  return {
    ...group,
    lines,
    net: group.net + line.net,
    tax: group.tax + line.tax,
    total: group.total + line.total,
    can: {
      buy: wanted > 0 && wanted <= places,
      give: group.channel !== null && wanted > 0 && wanted + given <= places,
      useCode: lines.some(mayHaveCode),
    },
  };
}

/** What is free already cannot become cheaper; what cannot be had perhaps can with a code. */
const mayHaveCode = ({ kind, total, fault }: CartLine): boolean =>
  (kind === 'ticket' || kind === 'bundle') && (total > 0 || fault !== null);

/** What the checkout of one group shows; a group that the cart has not does not exist. */
export async function getCartCheckout(
  actor: Actor,
  { seller, currency }: { seller?: string | undefined; currency: CurrencyCode },
): Promise<CartCheckout> {
  const { groups } = await getCart(actor);
  const group = orRefuse(
    groups.find((one) => one.channel?.slug === seller && one.currency === currency),
  );
  const { person } = planningOf(actor);
  const { billing } = await person();
  return { group, billing, methods: await paymentMethodsFor({ amount: group.total, currency }) };
}
