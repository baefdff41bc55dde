import { type Affiliate, type AffiliateForm, affiliatesContract } from '#contract/affiliates.ts';
import { ordersContract } from '#contract/orders.ts';
import { call } from '#test/story.ts';
import { aViewer, type Someone } from './accounts.ts';
import { aProduct, type SomeProduct } from './catalog.ts';
import { orderForm, pay } from './sales.ts';

/** A link of ten per cent for a product's whole channel, with a code of its own. */
export async function anAffiliate(
  given: { product?: SomeProduct; form?: Partial<AffiliateForm> } = {},
): Promise<{ affiliate: Affiliate; product: SomeProduct }> {
  const product = given.product ?? (await aProduct());
  const body = affiliateForm(product, given.form);
  const affiliate = await call(affiliatesContract.createAffiliate, { as: product.owner, body });
  return { affiliate, product };
}

export const affiliateForm = (
  product: SomeProduct,
  given: Partial<AffiliateForm> = {},
): AffiliateForm => ({
  name: 'Ana Lisboa',
  code: `ANA-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
  channelSlug: product.channel.slug,
  productSlug: null,
  commission: 1000,
  ...given,
});

/** A paid order of a product at 12.10 €, by a browser that has kept this code. */
export async function aBroughtOrder(product: SomeProduct, ref: string, given?: Someone) {
  const buyer = given ?? (await aViewer());
  const body = { ...orderForm(product), ref };
  const order = await call(ordersContract.startOrder, { as: buyer, body });
  return { order: await pay(buyer, order), buyer };
}
