import type { Broadcast, NewOutput, OutputChange } from '#contract/live.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findBroadcastOf, findOwnBroadcastProduct } from './broadcasts.queries.ts';
import { carryOutputs, outputReach } from './carry-outputs.ts';
import { getBroadcast } from './direct-broadcast.ts';
import {
  AddressRefused,
  checkedAddresses,
  readOutputUrl,
} from './engine/outputs/output-address.ts';
import { needsKey } from './outputs.rules.ts';
import * as store from './outputs.store.ts';
import { broadcastChanged } from './sockets.ts';

type Place = { slug: string; id: string };

/** Another server that the show is sent on to from now on, also when it is on air already. */
export async function addOutput(actor: Actor, slug: string, given: NewOutput): Promise<Broadcast> {
  const productId = await reach(actor, slug);
  await demandAddress(given.url);
  if (!(await store.addOutput(db(), productId, given))) refuse('OUTPUT_LIMIT');
  return shown(actor, slug, productId);
}

/** Changes an output, its key included, or switches it on or off. */
export async function changeOutput(
  actor: Actor,
  { slug, id }: Place,
  change: OutputChange,
): Promise<Broadcast> {
  const productId = await reach(actor, slug);
  const outputs = await store.listOutputs(db(), productId);
  const output = orRefuse(outputs.find((one) => one.id === id));
  if (needsKey(output, change)) refuse('VALIDATION', { fields: { key: 'required' } });
  if (change.url !== undefined) await demandAddress(change.url);
  if (!(await store.writeOutput(db(), output, change))) refuse('BROADCAST_STATE');
  return shown(actor, slug, productId);
}

/** Nothing is sent there any more, and its key is forgotten. */
export async function removeOutput(actor: Actor, { slug, id }: Place): Promise<Broadcast> {
  const productId = await reach(actor, slug);
  if (!(await store.removeOutput(db(), { productId, id }))) refuse('SERVER_ERROR_NOT_FOUND');
  return shown(actor, slug, productId);
}

async function reach(actor: Actor, slug: string): Promise<string> {
  return orRefuse(await findOwnBroadcastProduct(db(), actor, slug)).id;
}

/** What changed takes effect before it is answered; other panels of this product look again. */
async function shown(actor: Actor, slug: string, productId: string): Promise<Broadcast> {
  const newest = await findBroadcastOf(db(), productId);
  if (newest) await carryOutputs(newest.id);
  broadcastChanged(productId);
  return getBroadcast(actor, slug);
}

/**
 * Refuses what is no address, and what leads inside. A name that nobody knows today may be known when
 * the show begins; then it is looked at again, and every time before it is connected to.
 */
async function demandAddress(url: string): Promise<void> {
  const address = readOutputUrl(url);
  if (!address) return refuse('OUTPUT_ADDRESS_INVALID', { fields: { url: 'invalid' } });
  try {
    await checkedAddresses(address, outputReach());
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    if (error.fault.code === 'unknown_host') return;
    refuse('OUTPUT_ADDRESS_REFUSED', { fields: { url: 'invalid' }, cause: error });
  }
}
