import { nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { listSessionStarts } from './broadcasts.queries.ts';
import { heldOf, isCalledOff, sessionAt } from './broadcasts.rules.ts';
import { moveIdleBroadcast } from './broadcasts.store.ts';
import { dropEncoder } from './on-air.ts';
import { broadcastChanged } from './sockets.ts';

/**
 * A showing was cancelled: what waits for its encoder belongs to another one from now on. When none is
 * left, an encoder that is connected already is hung up on, and meets a refusal when it comes back.
 */
export async function callOffShow(tx: Db, { productId }: { productId: string }): Promise<void> {
  const sessions = await listSessionStarts(tx, productId);
  const next = sessionAt(heldOf(sessions), nowText())?.id ?? null;
  const isWaiting = await moveIdleBroadcast(tx, productId, next);
  const isOff = isCalledOff(sessions, nowText());
  afterCommit(tx, () => {
    broadcastChanged(productId);
    if (!isWaiting || !isOff) return;
    for (const role of ['main', 'backup'] as const) {
      dropEncoder(productId, role, 'This showing was cancelled.');
    }
  });
}
