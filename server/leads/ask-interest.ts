import type { GuestInterest, MyInterest } from '#contract/interest.ts';
import type { Language } from '#contract/shared/languages.ts';
import { findProduct, isPublic, type Product, saleState } from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueueNow } from '#server/platform/jobs.ts';
import { findPublicChannel } from './channels.queries.ts';
import { type AskedByGuest, mailGuest } from './confirm-guest.ts';
import { interestCan } from './leads.rules.ts';
import { findInterest, keepInterest, moveLeads, stopLead, type Thing } from './leads.store.ts';
import { hasGoodTicket, interestIn } from './my-leads.queries.ts';

/** Somebody asks to be told of a product, by one press. Refuses ALREADY_OWNED; asked twice it is once. */
export async function askOfProduct(actor: Actor, slug: string): Promise<MyInterest> {
  const product = await findAsked(slug);
  if (await hasGoodTicket(db(), actor.id, product.id)) refuse('ALREADY_OWNED');
  const { language } = actor;
  const asked = { ...thingOf(product), ...standingOf(product), language, at: nowText() };
  await inTransaction((tx) => keepInterest(tx, actor.id, asked));
  return interestIn(actor, product);
}

/** No longer wants to be told. */
export async function withdrawFromProduct(actor: Actor, slug: string): Promise<MyInterest> {
  const product = await findAsked(slug);
  await withdraw(actor, thingOf(product));
  return interestIn(actor, product);
}

/** The same without a log-in: answered before anything is looked at, so it tells nobody anything. */
export async function askOfProductAsGuest(
  slug: string,
  form: GuestInterest,
  language: Language,
): Promise<{ accepted: true }> {
  const product = await findAsked(slug);
  return acceptGuest(form, { ...thingOf(product), ...standingOf(product) }, language);
}

/** Whether the actor waits to be told of what a channel puts on. */
export async function getMyChannelInterest(actor: Actor, slug: string): Promise<MyInterest> {
  const { id } = orRefuse(await findPublicChannel(db(), slug));
  return interestInChannel(actor, id);
}

/** Somebody asks to be told when a channel puts on something new. */
export async function askOfChannel(actor: Actor, slug: string): Promise<MyInterest> {
  const { id } = orRefuse(await findPublicChannel(db(), slug));
  const { language } = actor;
  const asked = { channelId: id, productId: null, ...ofChannel, language, at: nowText() };
  await inTransaction((tx) => keepInterest(tx, actor.id, asked));
  return interestInChannel(actor, id);
}

export async function withdrawFromChannel(actor: Actor, slug: string): Promise<MyInterest> {
  const { id } = orRefuse(await findPublicChannel(db(), slug));
  await withdraw(actor, { channelId: id, productId: null });
  return interestInChannel(actor, id);
}

export async function askOfChannelAsGuest(
  slug: string,
  form: GuestInterest,
  language: Language,
): Promise<{ accepted: true }> {
  const { id } = orRefuse(await findPublicChannel(db(), slug));
  return acceptGuest(form, { channelId: id, productId: null, ...ofChannel }, language);
}

const findAsked = async (slug: string): Promise<Product> => {
  const product = orRefuse(await findProduct(db(), slug));
  orRefuse(isPublic(product) || null);
  return product;
};

const thingOf = ({ id, channelId }: Product): Thing => ({ channelId, productId: id });

/** What can be had on this day: news is what comes afterwards. */
const standingOf = (product: Product) => ({
  wasOpen: saleState(product, now()) === 'open',
  knownSessions: product.sessions.map(({ id }) => id),
});

/** Of a channel the news is what it publishes from now on. */
const ofChannel = { wasOpen: false, knownSessions: [] };

const interestInChannel = async (actor: Actor, channelId: string): Promise<MyInterest> => {
  const asked = (await findInterest(db(), actor.id, { channelId, productId: null })) !== null;
  return { asked, can: interestCan(asked, { isPublic: true, hasTicket: false }) };
};

async function withdraw(actor: Actor, thing: Thing): Promise<void> {
  await inTransaction(async (tx) => {
    const id = await findInterest(tx, actor.id, thing);
    if (!id) return;
    await stopLead(tx, id, nowText());
    await moveLeads(tx, [id], { to: 'lost', at: nowText() });
  });
}

async function acceptGuest(
  form: GuestInterest,
  about: Omit<AskedByGuest, 'email' | 'language'>,
  language: Language,
): Promise<{ accepted: true }> {
  const email = form.email.toLowerCase();
  await enqueueNow(mailGuest, { email, language: form.language ?? language, ...about });
  return { accepted: true };
}
