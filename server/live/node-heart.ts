import { db } from '#server/platform/database/index.ts';
import { deadAfterSeconds, writeNode } from './nodes.store.ts';
import { thisNode } from './this-node.ts';

let steadySince = Number.POSITIVE_INFINITY;
let lastBeat = Number.NEGATIVE_INFINITY;

/** Says that this node is alive; every five seconds. */
export async function beat(): Promise<void> {
  await writeNode(db(), thisNode());
  const at = performance.now();
  if (at - lastBeat > deadAfterSeconds * 1000) steadySince = at;
  lastBeat = at;
}

/**
 * May this node take what others held that are not heard of? After the database was away nobody was
 * heard of, and the first to write again must not rob the rest: it waits as long as they may be silent.
 */
export const mayInherit = (): boolean =>
  performance.now() - steadySince > deadAfterSeconds * 1000 && isHeard();

const isHeard = (): boolean => performance.now() - lastBeat < deadAfterSeconds * 1000;
