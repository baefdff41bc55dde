import type { DonationOffer, Giving } from '#contract/donations.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { findProduct, isPublic, type Product } from '#server/catalog/index.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { type Recipient, supportIn } from './offers.rules.ts';
import { findForm, isSupportOn, type Place } from './offers.store.ts';

/** What can be given at this place; null while it is off. */
async function findOffer(from: Db, place: Place): Promise<DonationOffer | null> {
  const form = await findForm(from, place);
  if (!form?.isOn) return null;
  const { isOn: _, ...offer } = form;
  return offer;
}

/** A channel that everybody sees. */
const findPublicChannel = (from: Db, slug: string) =>
  from
    .selectFrom('channels')
    .select(['id', 'slug', 'title'])
    .where('slug', '=', slug)
    .where('state', '=', 'published')
    .executeTakeFirst();

/** What can be given to a channel; null while that is off. Refuses what nobody sees. */
export async function findChannelDonation(slug: string): Promise<Recipient | null> {
  const channel = orRefuse(await findPublicChannel(db(), slug));
  const offer = await findOffer(db(), { channelId: channel.id });
  return offer && { channelId: channel.id, title: channel.title, offer };
}

/** What can be given beside a product. Refuses what nobody sees, or what is another channel's. */
export async function findProductDonation(
  slug: string,
  channelSlug: string,
): Promise<Recipient | null> {
  const product = await findShown(slug);
  if (product.channel.slug !== channelSlug) refuse('SERVER_ERROR_NOT_FOUND');
  const offer = await findOfferBeside(product);
  return offer && { channelId: product.channelId, title: product.channel.title, offer };
}

/** Settings in a currency of before are none. */
async function findOfferBeside({ id: productId, currency }: Product) {
  const offer = await findOffer(db(), { productId });
  return offer?.currency === currency ? offer : null;
}

async function findShown(slug: string) {
  const product = orRefuse(await findProduct(db(), slug));
  if (!isPublic(product)) refuse('SERVER_ERROR_NOT_FOUND');
  return product;
}

/** What buyers can add for the platform in this currency; null while that is off. */
export const findSupport = async (currency: CurrencyCode) =>
  (await isSupportOn(db())) ? supportIn(currency) : null;

/** What can be given on the page of a channel: support of the platform is never alone. */
export async function getChannelGiving(slug: string): Promise<Giving> {
  const { id: channelId, ...channel } = orRefuse(await findPublicChannel(db(), slug));
  const donation = await findOffer(db(), { channelId });
  return { donation, support: donation && (await findSupport(donation.currency)), channel };
}

/** What can be given beside a product that everybody sees. */
export async function getProductGiving(slug: string): Promise<Giving> {
  const product = await findShown(slug);
  const { slug: channelSlug, title } = product.channel;
  return {
    donation: await findOfferBeside(product),
    support: await findSupport(product.currency),
    channel: { slug: channelSlug, title },
  };
}
