import type { ChannelShipping, ShippingForm } from '#contract/shipping.ts';
import { type ChannelOfProduct, findOwnChannel } from '#server/channels/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { blankShipping, faultsOf } from './shipping.rules.ts';
import { findShipping, writeShipping } from './shipping.store.ts';

/** Where a channel of the actor's own sends to; 404 for anybody else's. */
export async function getChannelShipping(actor: Actor, slug: string): Promise<ChannelShipping> {
  const channel = orRefuse(await findOwnChannel(db(), actor, slug));
  return viewOf(channel, await findShipping(db(), channel.id));
}

/** Keeps it as a whole. Orders that stand keep what they said. */
export async function saveChannelShipping(
  actor: Actor,
  slug: string,
  form: ShippingForm,
): Promise<ChannelShipping> {
  const channel = orRefuse(await findOwnChannel(db(), actor, slug));
  const faults = faultsOf(form);
  if (Object.keys(faults).length > 0) refuse('VALIDATION', { fields: faults });
  await inTransaction((tx) => writeShipping(tx, channel.id, { form, by: actor.id, at: nowText() }));
  return viewOf(channel, form);
}

const viewOf = (
  { id, slug, title, billing }: ChannelOfProduct,
  saved: ShippingForm | null,
): ChannelShipping => ({
  channel: { id, slug, title },
  saved,
  form: saved ?? blankShipping(billing.country),
});
