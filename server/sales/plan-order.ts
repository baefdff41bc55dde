import type { OrderItem } from '#contract/order-items.ts';
import { type OrderForm, orderHoldMinutes } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { creditOf } from '#server/affiliates/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { TicketRow } from '#server/tickets/index.ts';
import { billedAs, demandBilling } from './billing.ts';
import { findBuyer } from './buyers.queries.ts';
import { demandFreshRate } from './euro-rate.ts';
import { atItem } from './lines/at-item.ts';
import { planLine } from './lines/kinds.ts';
import { isGiven, type NewLine, type PlannedLine, type Planning } from './lines/line.ts';
import { termOf } from './lines/subscription-line.ts';
import type { NewOrder } from './new-orders.store.ts';
import type { Buyer } from './orders.store.ts';

export type Asked = { key: string; digest: Buffer; form: OrderForm; language: Language };

/** An order that is to be written. */
export type Plan = NewOrder & { total: number; expired: TicketRow[] };

/** Every line that is written, parts of bundles too, with the thing chosen that it belongs to. */
export const linesOf = ({ items }: Pick<NewOrder, 'items'>): (NewLine & { position: number })[] =>
  items.flatMap(({ line, parts }, position) =>
    [line, ...parts].map((one) => ({ ...one, position })),
  );

export const productIdsOf = (lines: readonly Pick<NewLine, 'productId'>[]): string[] =>
  lines.flatMap(({ productId }) => productId ?? []);

/** Everything that can be known before anything is written; refuses what cannot be bought. */
export async function planOrder(actor: Actor, asked: Asked): Promise<Plan> {
  const { form, key, digest, language } = asked;
  const { planning, person } = planningOf(actor, language);
  const items: PlannedLine[] = [];
  for (const [position, item] of form.items.entries()) {
    items.push(await atItem(position, () => planAt({ ...planning, planned: items }, item)));
  }
  const seller = demandOneSeller(items);
  demandOnce(items);
  demandShipping(items);
  const total = items.reduce((sum, { line }) => sum + line.total, 0);
  if (total !== form.expectedTotal) refuse('PRICE_CHANGED');
  const buyer = billedAs(await person(), form.billing);
  if (items.some(({ line }) => line.total > 0 && !isGiven(line))) {
    demandBilling(buyer, form.billing);
    await demandFreshRate(seller);
  }
  const { channelId } = seller;
  const credit = channelId
    ? await creditOf(db(), { channelId, code: form.ref, buyerId: actor.id })
    : null;
  return {
    buyerId: actor.id,
    ...seller,
    language,
    buyer,
    key,
    digest,
    at: nowText(),
    expiresAt: instantText(now().add({ minutes: orderHoldMinutes })),
    items,
    credit,
    total,
    expired: items.flatMap(({ expired }) => expired),
  };
}

/** As it can be had now, at the price and by the term on the buyer's screen. */
async function planAt(planning: Planning, item: OrderItem): Promise<PlannedLine> {
  const planned = await planLine(planning, item);
  const isAsShown = item.kind !== 'subscription' || termOf(planned.line) === item.term;
  if (planned.line.total !== item.expectedTotal || !isAsShown) refuse('PRICE_CHANGED');
  return planned;
}

/** The buyer is read together with the tickets of the first line: one statement. */
export function planningOf(
  actor: Actor,
  language: Language = actor.language,
): { planning: Planning; person: () => Promise<Buyer> } {
  let known: Buyer | null = null;
  const ticketsFor = async (productIds: string[]) => {
    const { buyer, tickets } = orRefuse(await findBuyer(db(), actor.id, productIds));
    known = buyer;
    return tickets;
  };
  const person = async () => known ?? orRefuse(await findBuyer(db(), actor.id, [])).buyer;
  return { planning: { actor, language, planned: [], ticketsFor }, person };
}

/**
 * An invoice has one issuer and one currency: so has an order. Support of the platform comes with what a
 * channel sells: alone it has nobody who sells, and beside the platform's own sale nothing to be told from.
 */
function demandOneSeller(items: readonly PlannedLine[]): {
  channelId: string | null;
  currency: CurrencyCode;
} {
  const sold = items.find(({ isBeside }) => !isBeside);
  if (!sold) refuse('VALIDATION', { fields: { 'items.0': 'invalid' } });
  const { channelId, currency } = sold.seller;
  const isOf = (one: PlannedLine) =>
    one.isBeside ? channelId !== null : one.seller.channelId === channelId;
  const foreign = items.findIndex((one) => !isOf(one) || one.seller.currency !== currency);
  if (foreign >= 0) refuse('VALIDATION', { fields: { [`items.${foreign}`]: 'mismatch' } });
  return { channelId, currency };
}

/**
 * One ticket for each product, one gift of it for each address, one donation, one support: nothing is
 * chosen twice, be it as a part of a bundle. A code is for one of them.
 */
function demandOnce(items: readonly PlannedLine[]): void {
  const seen = new Set<string>();
  for (const line of linesOf({ items })) {
    const at = `items.${line.position}`;
    if (seen.has(nameOf(line))) refuse('VALIDATION', { fields: { [at]: 'invalid' } });
    if (line.code && seen.has(line.code)) refuse('COUPON_USED', { fields: { [at]: 'invalid' } });
    seen.add(nameOf(line));
    if (line.code) seen.add(line.code);
  }
}

const nameOf = ({ kind, productId, details }: NewLine): string => {
  if (kind === 'gift') return `gift ${productId} ${details.email}`;
  return productId ? `${kind === 'bundle' ? 'ticket' : kind} ${productId}` : kind;
};
/** Things go somewhere: where to is said once, after the last of them. */
function demandShipping(items: readonly PlannedLine[]): void {
  const kinds = items.map(({ line }) => line.kind);
  const wanted = kinds.includes('physical') ? [kinds.length - 1] : [];
  const said = kinds.flatMap((kind, at) => (kind === 'shipping' ? [at] : []));
  if (said.join() === wanted.join()) return;
  refuse('VALIDATION', { fields: { items: said.length < wanted.length ? 'required' : 'invalid' } });
}
