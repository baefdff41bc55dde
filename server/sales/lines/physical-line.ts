import type { PhysicalItem } from '#contract/order-items.ts';
import {
  findProduct,
  isPublic,
  isSent,
  mayEdit,
  type Product,
  priceNow,
  saleIsOpen,
} from '#server/catalog/index.ts';
import { feeFor } from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { addToShipment, giveBackItem } from '#server/shipments/index.ts';
import { feePlanOf } from '../orders.rules.ts';
import type { LineRules, NewLine } from './line.ts';
import { stockOf } from './scarce.ts';

/** So many of a thing that is sent or picked up: its stock is held, and nobody is asked who has one. */
export const physicalLine: LineRules<PhysicalItem> = {
  async plan({ actor }, { productSlug, quantity }) {
    const product = await demandThing(actor, productSlug);
    const { net, tax, total, taxRate, from: priceFrom } = priceNow(product, now());
    // What each costs is on the screen: so many of it cost so many times that, tax and all.
    const amounts = { net: net * quantity, tax: tax * quantity, total: total * quantity, taxRate };
    const { channelId, currency } = product;
    const fee = await feeFor(db(), {
      ...{ plan: feePlanOf(product), total, currency, minutes: null },
    });
    const line: NewLine = {
      ...amounts,
      ...{ kind: 'physical', priceFrom, quantity, fee: fee * quantity },
      title: quantity > 1 ? `${quantity} × ${product.title}` : product.title,
      productId: product.id,
      sessionId: null,
      details: {},
      code: null,
      holdsSeat: false,
    };
    const free = product.stock?.free ?? null;
    const isFull = free !== null && free < quantity;
    return { line, parts: [], seller: { channelId, currency }, expired: [], isFull, free };
  },

  holds: ({ productId, quantity }) => (productId ? [stockOf(productId, quantity)] : []),

  async secure(tx, { id: orderId }, { id: lineId, productId, quantity }) {
    if (!productId) throw new Error(`line ${lineId} is for no product`);
    await addToShipment(tx, { orderId, lineId, productId, quantity });
  },

  release: (tx, _order, { id }, reason) => giveBackItem(tx, id, reason),
};

/** What is out of reach does not exist; what is watched is no thing. */
async function demandThing(actor: Actor, slug: string): Promise<Product> {
  const product = orRefuse(await findProduct(db(), slug));
  orRefuse(isPublic(product) || mayEdit(actor, product) || null);
  if (!isSent(product)) refuse('VALIDATION', { fields: { kind: 'invalid' } });
  if (!saleIsOpen(product, now())) refuse('PRODUCT_NOT_FOR_SALE');
  return product;
}
