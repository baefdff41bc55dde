import type { ChannelChange, MyChannel, NewChannel } from '#contract/channels.ts';
import { priceFromTotal } from '#contract/shared/money.ts';
import { slugFrom } from '#contract/shared/slugs.ts';
import { demandOwnImage } from '#server/media/index.ts';
import { isRecorded, monetization } from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { demandRateOf } from '#server/site/index.ts';
import { ChannelChanged } from './announcements.ts';
import { viewForOwner } from './channel-view.queries.ts';
import { canEdit, missingFields, slugFollowsTitle, taxIdFits, tidyTags } from './channels.rules.ts';
import {
  addChannel,
  type Channel,
  type ChannelValues,
  findChannelOfOwner,
  takeSlug,
  writeChannel,
} from './channels.store.ts';
import { asMissing, submit } from './submit-channel.ts';

/** An organizer opens a channel: a draft that only they see, or all of it for the team to look at. */
export async function createChannel(actor: Actor, form: NewChannel): Promise<MyChannel> {
  const { review = false, ...fields } = form;
  demandTaxId(fields);
  await demandSubscriptionsOn(db(), fields);
  await demandRate(db(), { given: fields });
  return inTransaction(async (tx) => {
    await demandOwnImages(tx, actor, fields);
    const slug = await takeSlug(tx, slugFrom(fields.title, 'channel'));
    const { title } = fields;
    const given = { ...valuesOf(fields), title, slug, owner_id: actor.id };
    const draft = await addChannel(tx, { ...given, created_at: nowText() });
    return viewForOwner(tx, review ? await submit(tx, actor, draft) : draft);
  });
}

/** An organizer changes what is named of an own channel. */
export async function changeChannel(
  actor: Actor,
  slug: string,
  given: ChannelChange,
): Promise<MyChannel> {
  return inTransaction(async (tx) => {
    const found = await findChannelOfOwner(tx, { ownerId: actor.id, slug, lock: true });
    const before = orRefuse(found);
    if (!canEdit(before.state)) refuse('CHANNEL_STATE');
    demandTaxId(given, before);
    await demandSubscriptionsOn(tx, given);
    await demandRate(tx, { given, before });
    await demandOwnImages(tx, actor, given, before);
    const values = { ...valuesOf(given), ...(await newAddress(tx, before, given)) };
    if (Object.keys(values).length === 0) return viewForOwner(tx, before);
    const channel = await writeChannel(tx, before.id, values);
    demandStillComplete(channel);
    await announce(tx, ChannelChanged, { channelId: channel.id });
    return viewForOwner(tx, channel);
  });
}

/** Offered where administrators have switched it on; to stop offering it is possible always. */
async function demandSubscriptionsOn(from: Db, { subscription }: ChannelChange): Promise<void> {
  if (!subscription?.enabled) return;
  if (!(await monetization(from)).channelSubscriptions) refuse('SUBSCRIPTIONS_OFF');
}

type Change = { given: ChannelChange; before?: Channel };

/**
 * Who bills from Spain can issue no paper in another currency while the site has no rate of it: whoever
 * sets the price, or moves there with it, hears of it here (RATE_MISSING), before their subscribers do.
 * Where both stay as they are nothing is asked.
 */
async function demandRate(from: Db, { given, before }: Change): Promise<void> {
  const subscription = given.subscription ?? before?.subscription;
  if (!subscription?.enabled || subscription.currency === 'EUR') return;
  const { enabled, currency, total } = before?.subscription ?? { enabled: false };
  const stays = enabled && currency === subscription.currency && total === subscription.total;
  const wasThere = before !== undefined && isRecorded(before.billing);
  const { country } = { country: '', ...before?.billing, ...present(given.billing ?? {}) };
  if (!isRecorded({ country }) || (stays && wasThere)) return;
  // What nobody can subscribe to while the site has switched it off needs no paper.
  if (stays && !(await monetization(from)).channelSubscriptions) return;
  const field = stays ? 'billing.country' : 'subscription.currency';
  await demandRateOf(from, { currency: subscription.currency, field });
}

/** One that was kept before it was checked is told when billing data are saved the next time. */
function demandTaxId({ billing }: ChannelChange, before?: Channel): void {
  if (!billing) return;
  const { taxId, country } = { taxId: '', country: '', ...before?.billing, ...present(billing) };
  if (!taxIdFits({ taxId, country })) {
    refuse('VALIDATION', { fields: { 'billing.taxId': 'tax_id' } });
  }
}

/** What the public sees was complete when it was approved, and stays so. */
function demandStillComplete(channel: Channel): void {
  const missing = channel.state === 'published' ? missingFields(channel) : [];
  if (missing.length > 0) refuse('CHANNEL_INCOMPLETE', { fields: asMissing(missing) });
}

async function newAddress(
  tx: Db,
  before: Channel,
  { title }: ChannelChange,
): Promise<{ slug?: string }> {
  if (title === undefined || title === before.title || !slugFollowsTitle(before)) return {};
  return { slug: await takeSlug(tx, slugFrom(title, 'channel'), before.id) };
}

type Pictures = Pick<Channel, 'logoId' | 'profileImageId' | 'coverImageId'>;
const pictureNames = ['logoId', 'profileImageId', 'coverImageId'] as const;

async function demandOwnImages(
  tx: Db,
  actor: Actor,
  given: Partial<Pictures>,
  before?: Pictures,
): Promise<void> {
  for (const name of pictureNames) {
    const id = given[name];
    if (id && id !== before?.[name]) await demandOwnImage(tx, actor, id);
  }
}

/** What was named, as columns; what was not named stays out. */
function valuesOf(given: ChannelChange): ChannelValues {
  const { social = {}, billing = {}, subscription } = given;
  return present({
    title: given.title,
    description: given.description,
    business_name: given.businessName,
    classification: given.classification,
    tags: given.tags && tidyTags(given.tags),
    marketplace_url: given.marketplaceUrl,
    logo_id: given.logoId,
    profile_image_id: given.profileImageId,
    cover_image_id: given.coverImageId,
    ...social,
    billing_tax_id: billing.taxId,
    billing_prefix: billing.prefix,
    billing_phone: billing.phone,
    billing_address: billing.address,
    billing_city: billing.city,
    billing_postal_code: billing.postalCode,
    billing_country: billing.country,
    billing_iban: billing.iban,
    ...(subscription ? subscriptionValues(subscription) : {}),
  });
}

function subscriptionValues(given: NonNullable<ChannelChange['subscription']>): ChannelValues {
  const { net, tax } = priceFromTotal(given.total, given.taxRate);
  return {
    has_subscription: given.enabled,
    subscription_currency: given.currency,
    subscription_tax_rate: given.taxRate,
    subscription_net: net,
    subscription_tax: tax,
  };
}

const present = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<Values>;
