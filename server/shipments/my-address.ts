import type { PostalAddress } from '#contract/shipments.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { dropAddress, findAddress, writeAddress } from './shipping.store.ts';

/** The address that the actor wants to be remembered. */
export const getMyAddress = async ({ id }: Actor) => ({ address: await findAddress(db(), id) });

export async function saveMyAddress({ id }: Actor, address: PostalAddress) {
  await inTransaction((tx) => writeAddress(tx, id, { address, at: nowText() }));
  return { address };
}

export async function dropMyAddress({ id }: Actor) {
  await inTransaction((tx) => dropAddress(tx, id));
  return { address: null };
}
