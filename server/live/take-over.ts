import { Temporal } from 'temporal-polyfill';
import { nowMs, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';
import { type BroadcastFacts, listFreeBroadcasts } from './broadcasts.queries.ts';
import { storagePrefix, writeRecordedBy } from './broadcasts.store.ts';
import type { LiveEngine } from './engine/live-engine.ts';
import type { SegmentSink } from './engine/segment-sink.ts';
import { endBroadcast, type Log } from './follow-broadcast.ts';
import { mayInherit } from './node-heart.ts';
import { claimPlace } from './nodes.store.ts';
import { noteProduct } from './on-air.ts';
import { thisNode } from './this-node.ts';

/** Segments of a broadcast stand below its own prefix in the storage of the installation. */
export function sinkOf(broadcastId: string): SegmentSink {
  const prefix = storagePrefix(broadcastId);
  return {
    put: (name, bytes) => storage().put(`${prefix}/${name}`, bytes),
    read: async (name) => {
      try {
        return await storage().read(`${prefix}/${name}`);
      } catch (error) {
        if (error instanceof FileMissing) return null;
        throw error;
      }
    },
  };
}

type TakingOver = { engine: LiveEngine; closesAfterMs: number; log: Log };

/**
 * What a process before this one left on air, or a node that died, goes on here. Of what nothing was
 * kept it is said that it was interrupted. A broadcast that storage cannot be asked about stays live
 * for the next try, as long as one waits for an encoder.
 */
export async function takeOver(taking: TakingOver): Promise<void> {
  const asking = { nodeUrl: thisNode(), mayInherit: mayInherit() };
  for (const broadcast of await listFreeBroadcasts(db(), asking)) {
    const { id, productId } = broadcast;
    if (taking.engine.find(id)) continue;
    const place = { productId, broadcastId: id, nodeUrl: thisNode() };
    if (await claimPlace(db(), place, mayInherit())) await takeOverOne(taking, broadcast);
  }
}

async function takeOverOne(
  { engine, closesAfterMs, log }: TakingOver,
  { id, productId, startedAt, lastMediaAt }: BroadcastFacts,
): Promise<void> {
  const startedAtMs = msOf(startedAt);
  const silentMs = Math.max(0, nowMs() - msOf(lastMediaAt ?? startedAt));
  noteProduct(id, productId);
  await writeRecordedBy(db(), id, thisNode());
  const found = await engine.recover(id, { startedAtMs, silentMs }).catch((error: unknown) => {
    log.error({ err: error, broadcastId: id }, 'broadcast cannot be taken over');
    return silentMs < closesAfterMs ? ('later' as const) : false;
  });
  if (found === true) log.info({ broadcastId: id, silentMs }, 'broadcast taken over');
  if (found === false) await endBroadcast(id, { endedAt: nowText(), reason: 'interrupted' });
}

function msOf(instant: string | null): number {
  return instant ? Temporal.Instant.from(instant).epochMilliseconds : nowMs();
}
