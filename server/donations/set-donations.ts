import type { DonationForm, DonationSettings } from '#contract/donations.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { donationLimits } from '#contract/shared/donation-limits.ts';
import { findProduct, mayEdit } from '#server/catalog/index.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { donationFaults, usualForm } from './offers.rules.ts';
import { findForm, isSupportOn, type Place, writeForm, writeSupport } from './offers.store.ts';

/** A place whose settings the actor may see and change, and the currency that it is bound to. */
type Own = { place: Place; fixed: CurrencyCode | null };

async function ownChannel(actor: Actor, slug: string): Promise<Own> {
  const { id: channelId } = orRefuse(await findOwnChannel(db(), actor, slug));
  return { place: { channelId }, fixed: null };
}

async function ownProduct(actor: Actor, slug: string): Promise<Own> {
  const product = orRefuse(await findProduct(db(), slug));
  if (!mayEdit(actor, product)) refuse('SERVER_ERROR_NOT_FOUND');
  return { place: { productId: product.id }, fixed: product.currency };
}

async function settingsOf({ place, fixed }: Own): Promise<DonationSettings> {
  const kept = await findForm(db(), place);
  // A product whose currency was changed begins anew: amounts of one are none of another.
  const fits = kept && (!fixed || kept.currency === fixed);
  const form = fits ? kept : usualForm(fixed ?? 'EUR');
  const can = { edit: true, chooseCurrency: fixed === null };
  return { ...form, limits: donationLimits(form.currency), can };
}

async function save(actor: Actor, own: Own, form: DonationForm): Promise<DonationSettings> {
  const fields = donationFaults(form, own.fixed);
  if (fields) refuse('VALIDATION', { fields });
  const suggested = form.suggested.toSorted((a, b) => a - b);
  await inTransaction((tx) =>
    writeForm(tx, own.place, { form: { ...form, suggested }, by: actor.id, at: nowText() }),
  );
  return settingsOf(own);
}

/** How donations to a channel of the actor's are set. */
export const getChannelDonations = async (actor: Actor, slug: string) =>
  settingsOf(await ownChannel(actor, slug));

/** How donations beside a product of the actor's are set. */
export const getProductDonations = async (actor: Actor, slug: string) =>
  settingsOf(await ownProduct(actor, slug));

/** Sets donations to a channel. Orders that stand keep what was given. */
export const saveChannelDonations = async (actor: Actor, slug: string, form: DonationForm) =>
  save(actor, await ownChannel(actor, slug), form);

/** Sets donations beside a product, in its currency. */
export const saveProductDonations = async (actor: Actor, slug: string, form: DonationForm) =>
  save(actor, await ownProduct(actor, slug), form);

/** Whether buyers may add something for the platform. */
export const getSupport = async () => ({ isOn: await isSupportOn(db()) });

/** An administrator switches that on or off. */
export async function saveSupport(actor: Actor, { isOn }: { isOn: boolean }) {
  await inTransaction((tx) => writeSupport(tx, { isOn, by: actor.id, at: nowText() }));
  return getSupport();
}
