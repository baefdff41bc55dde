import type { Cart, CartCheckout, CartForm, CartGroup, CartLine } from '#contract/cart.ts';
import type { ProductCard } from '#contract/catalog.ts';
import { mostItems } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { mostOfOneThing } from '#contract/shipping.ts';
import { productCardsByIds } from '#server/catalog/index.ts';
import { paymentMethodsFor } from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, Refusal } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { planLine } from '../lines/kinds.ts';
import type { PlannedLine, Planning, StoredLine } from '../lines/line.ts';
import { listPendingFor } from '../pending-orders.queries.ts';
import { linesOf, planningOf } from '../plan-order.ts';
import { type CartRow, listCartRows } from './cart.queries.ts';

/** The actor's cart: what is in it, priced anew by the rules of the order, and what has changed. */
export async function getCart(actor: Actor): Promise<Cart> {
  const rows = await listCartRows(db(), actor.id);
  const ids = rows.map(({ productId }) => productId);
  const cards = await productCardsByIds(db(), ids, now());
  const own = await ownHeld(actor, ids);
  const { planning } = planningOf(actor);
  const groups = new Map<string, CartGroup>();
  for (const row of rows) {
    const priced = await priceRow(planning, row, own);
    const key = `${row.channel.id} ${row.currency}`;
    const group = groups.get(key) ?? emptyGroup(row);
    groups.set(
      key,
      withLine(group, lineFrom(row, priced, { product: cards.get(row.productId) ?? null, own })),
    );
  }
  return { groups: [...groups.values()], count: rows.length };
}

const isHeld = ({ holdsSeat, kind }: { holdsSeat: boolean; kind: string }): boolean =>
  holdsSeat || kind === 'physical';

type Held = Pick<StoredLine, 'kind' | 'productId' | 'quantity'>;

/** What orders of theirs that wait for payment hold of these products. */
export async function ownHeld(actor: Actor, productIds: string[]): Promise<Held[]> {
  const pending = await listPendingFor(db(), actor.id, productIds);
  return pending.flatMap(({ lines }) => lines.filter(isHeld));
}

/** What is wanted, of a thing how many. */
export type Wish =
  | Exclude<CartForm, { kind: 'physical' }>
  | Required<Extract<CartForm, { kind: 'physical' }>>;

export function wishOf({ kind, slug, session, code, quantity }: CartRow): Wish {
  if (kind === 'physical') return { kind, productSlug: slug, quantity };
  return kind === 'ticket'
    ? { kind, productSlug: slug, sessionId: session?.id ?? null, code }
    : { kind, productSlug: slug, code };
}

type Priced = { planned: PlannedLine } | { fault: ErrorCode; most: number | null };

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

function lineFrom(
  row: CartRow,
  priced: Priced,
  { product, own }: { product: ProductCard | null; own: Held[] },
): CartLine {
  const { id, title, session, quantity, code, seenTotal, addedAt } = row;
  const shown = { id, title, product, session, quantity, code, addedAt };
  if ('fault' in priced) {
    const { fault, most } = priced;
    return { ...shown, most, net: 0, tax: 0, total: 0, costBefore: null, fault, item: null };
  }
  const { net, tax, total } = priced.planned.line;
  const item = { ...wishOf(row), expectedTotal: total } as NonNullable<CartLine['item']>;
  const costBefore = total === seenTotal ? null : seenTotal;
  const most = mostOf(priced.planned, own);
  return { ...shown, most, net, tax, total, costBefore, fault: null, item };
}

/** What is given beside it: a donation, and support. */
const given = 2;

const emptyGroup = ({ channel, currency }: CartRow): CartGroup => ({
  ...{ channel, currency, lines: [], net: 0, tax: 0, total: 0 },
  can: { buy: false, give: false },
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
    can: { buy: wanted > 0 && wanted <= places, give: wanted > 0 && wanted + given <= places },
  };
}

/** What the checkout of one group shows; a group that the cart has not does not exist. */
export async function getCartCheckout(
  actor: Actor,
  { seller, currency }: { seller: string; currency: CurrencyCode },
): Promise<CartCheckout> {
  const { groups } = await getCart(actor);
  const group = orRefuse(
    groups.find((one) => one.channel.slug === seller && one.currency === currency),
  );
  const { person } = planningOf(actor);
  const { billing } = await person();
  return { group, billing, methods: await paymentMethodsFor({ amount: group.total, currency }) };
}
