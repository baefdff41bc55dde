import { instantText, now } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { erasedBefore } from './shipments.rules.ts';
import { eraseAddresses } from './shipments.store.ts';
import { dropAddress } from './shipping.store.ts';

/**
 * An account was deleted: the address that it had remembered goes, and those of parcels that arrived.
 * What was paid for and has not arrived still needs one: see `forgetAddresses`.
 */
export async function forgetAddressesOf(tx: Db, { userId }: { userId: string }): Promise<void> {
  await dropAddress(tx, userId);
  await eraseAddresses(tx, { before: instantText(now()), userId });
}

/** Erases what is left of deleted accounts once their parcels are long gone. */
export const forgetAddresses = (): Promise<void> =>
  inTransaction((tx) => eraseAddresses(tx, { before: instantText(erasedBefore(now())) }));
