import type { OrderItem } from '#contract/order-items.ts';
import type { OrderLineKind } from '#contract/orders.ts';
import { bundleLine } from './bundle-line.ts';
import { donationLine } from './donation-line.ts';
import { giftLine } from './gift-line.ts';
import type { AtAnyPrice, LineRules, PlannedLine, Planning } from './line.ts';
import { physicalLine } from './physical-line.ts';
import { shippingLine } from './shipping-line.ts';
import { subscriptionLine } from './subscription-line.ts';
import { supportLine } from './support-line.ts';
import { ticketLine } from './ticket-line.ts';

type Kinds = { [K in OrderItem['kind']]: LineRules<Extract<OrderItem, { kind: K }>> };

/** What is chosen, at whatever price. */
export type Wished = AtAnyPrice<OrderItem>;

/** What can be bought: another kind of line is another file, and its name here. */
const kinds: Kinds = {
  ticket: ticketLine,
  bundle: bundleLine,
  physical: physicalLine,
  shipping: shippingLine,
  gift: giftLine,
  donation: donationLine,
  support: supportLine,
  subscription: subscriptionLine,
};

/** The rules of a kind, for lines that stand already. */
export const rulesOf = (kind: OrderLineKind): Omit<LineRules<never>, 'plan'> => kinds[kind];

/** What was chosen, as it can be had now; refuses what cannot. */
export function planLine(planning: Planning, item: Wished): Promise<PlannedLine> {
  const rules = kinds[item.kind] as LineRules<OrderItem>;
  return rules.plan(planning, item);
}
