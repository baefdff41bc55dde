import { type DonationForm, donationsContract } from '#contract/donations.ts';
import type { DonationItem, GiftItem, GiftTo, SupportItem } from '#contract/order-items.ts';
import { type Order, ordersContract } from '#contract/orders.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { call } from '#test/story.ts';
import { anAdmin, aViewer, type Someone } from './accounts.ts';
import { aProduct, type SomeProduct } from './catalog.ts';
import { linkIn, mailsTo } from './mails.ts';
import { cartForm, pay, ticketItem } from './sales.ts';

/** An address that nobody has. */
export const anAddress = () => `friend-${crypto.randomUUID().slice(0, 12)}@example.test`;

/** A gift as the checkout asks for it: the product's first session at 12.10 € unless told. */
export const giftItem = (
  product: Pick<SomeProduct, 'slug' | 'sessions'>,
  given: Partial<Omit<GiftItem, 'kind' | 'to'>> & { to?: Partial<GiftTo> } = {},
): GiftItem => {
  const { to, ...item } = given;
  const whom = { email: anAddress(), name: 'Leo', message: '', sendAt: null, ...to };
  return { ...ticketItem(product, item), kind: 'gift', to: whom };
};

export const donationItem = (
  { channel, slug }: Pick<SomeProduct, 'channel' | 'slug'>,
  given: Partial<Omit<DonationItem, 'kind'>> = {},
): DonationItem => ({
  kind: 'donation',
  channelSlug: channel.slug,
  productSlug: slug,
  currency: 'EUR',
  expectedTotal: 500,
  ...given,
});

export const supportItem = (expectedTotal = 200): SupportItem => ({
  kind: 'support',
  currency: 'EUR',
  expectedTotal,
});

export const donationForm: DonationForm = {
  isOn: true,
  currency: 'EUR',
  suggested: [300, 500],
  least: 100,
  most: 50_000,
  text: 'It keeps the lights on.',
};

/** Lets people give beside a product, and to its channel. */
export async function withDonations(product: SomeProduct, given: Partial<DonationForm> = {}) {
  const { owner: as, slug, channel } = product;
  const body = { ...donationForm, ...given };
  await call(donationsContract.saveProductDonations, { as, params: { slug }, body });
  await call(donationsContract.saveChannelDonations, {
    as,
    params: { slug: channel.slug },
    body,
  });
  return product;
}

export const switchSupport = async (isOn: boolean) =>
  call(donationsContract.saveSupport, { as: await anAdmin(), body: { isOn } });

/** A paid order of a gift; its letter has left, and `token` is what stands in it. */
export async function aGift(
  given: { product?: SomeProduct; buyer?: Someone; to?: Partial<GiftTo> } = {},
): Promise<{ order: Order; product: SomeProduct; buyer: Someone; email: string; token: string }> {
  const product = given.product ?? (await aProduct());
  const buyer = given.buyer ?? (await aViewer());
  const item = giftItem(product, given.to ? { to: given.to } : {});
  const started = await call(ordersContract.startOrder, { as: buyer, body: cartForm([item]) });
  const order = await pay(buyer, started);
  await runKeptJobs();
  const { email } = item.to;
  const letter = (await mailsTo(email)).at(-1);
  const token = letter ? linkIn(letter, '/gift/') : '';
  return { order, product, buyer, email, token };
}
