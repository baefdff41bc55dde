import type { Db } from '#server/platform/database/index.ts';
import { removeIdleBroadcast } from './broadcasts.store.ts';
import { removeEncoderCheck } from './encoder-checks.store.ts';
import { removeOutputs } from './outputs.store.ts';
import { removeKeys } from './stream-keys.store.ts';

/**
 * A draft is about to go: its stream keys, made when its page was first opened, go before it, with
 * its outputs and what a test has shown. The next look at the encoders ends a test that is running.
 */
export async function forgetDraft(tx: Db, { productId }: { productId: string }): Promise<void> {
  await removeKeys(tx, productId);
  await removeOutputs(tx, productId);
  await removeEncoderCheck(tx, productId);
  await removeIdleBroadcast(tx, productId);
}
