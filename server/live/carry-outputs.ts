import { Temporal } from 'temporal-polyfill';
import type { BroadcastOutput } from '#contract/live.ts';
import { instantText, nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { findBroadcast, findBroadcastProduct, findSession } from './broadcasts.queries.ts';
import { rehearsalOf } from './broadcasts.rules.ts';
import { outputSettings } from './engine/outputs/output.ts';
import type { Reach } from './engine/outputs/output-address.ts';
import { OutputSet } from './engine/outputs/output-set.ts';
import { broadcastHere, runningEngine } from './on-air.ts';
import { endOfKey, isSentOn, type KeptOutput, outputMoves } from './outputs.rules.ts';
import { listOutputs } from './outputs.store.ts';
import { broadcastChanged } from './sockets.ts';

/** The outputs of each broadcast that is on air in this process, and how often they were asked for. */
const sets = new Map<string, OutputSet>();
const rounds = new Map<string, number>();
const told = new Map<string, NodeJS.Timeout>();

const tellEveryMs = 1_000;

/** Where an output may lead from here. */
export const outputReach = (): Reach => ({
  allowsInside: config().LIVE_OUTPUTS_PRIVATE,
  own: {
    ports: [runningEngine()?.port ?? config().RTMP_PORT, config().RTMPS_PORT ?? 0],
    host: new URL(config().PUBLIC_URL).hostname,
  },
});

/**
 * Brings what is sent on in line with what is wanted: after a change, when the show begins, and every
 * few seconds, since a rehearsal becomes the show at its hour.
 */
export async function carryOutputs(broadcastId: string): Promise<void> {
  const round = (rounds.get(broadcastId) ?? 0) + 1;
  rounds.set(broadcastId, round);
  const row = await findBroadcast(db(), broadcastId);
  const isLive = row?.state === 'live' && broadcastHere(broadcastId)?.isOver === false;
  if (!row || !isLive) return dropOutputs(broadcastId);
  const session = await findSession(db(), row.sessionId);
  const product = await findBroadcastProduct(db(), row.productId);
  const isRehearsal = Boolean(product?.room) || rehearsalOf(session, row, nowText()) !== null;
  const kept = await listOutputs(db(), row.productId);
  // Somebody has asked after us, and knows better.
  if (rounds.get(broadcastId) !== round) return;
  const wanted = kept.filter((output) => isSentOn(output, { isRehearsal }));
  const targets = wanted.map(({ id, url, key }) => ({ id, url, key: key ?? '' }));
  setOf(broadcastId, row.productId, targets.length > 0)?.carry(targets);
}

function setOf(broadcastId: string, productId: string, isWanted: boolean): OutputSet | null {
  const known = sets.get(broadcastId);
  const broadcast = broadcastHere(broadcastId);
  if (known || !isWanted || !broadcast) return known ?? null;
  const set = new OutputSet({
    relay: broadcast.relay,
    settings: outputSettings(outputReach()),
    changed: () => tellSoon(productId),
  });
  sets.set(broadcastId, set);
  return set;
}

/** Open panels hear of it once a second at most, whatever the far servers do. */
function tellSoon(productId: string): void {
  if (told.has(productId)) return;
  const tell = () => {
    told.delete(productId);
    broadcastChanged(productId);
  };
  told.set(productId, setTimeout(tell, tellEveryMs).unref());
}

/** Takes leave of every far server of a broadcast. */
export function dropOutputs(broadcastId: string): void {
  sets.get(broadcastId)?.close();
  sets.delete(broadcastId);
  rounds.delete(broadcastId);
}

export function dropAllOutputs(): void {
  for (const broadcastId of sets.keys()) dropOutputs(broadcastId);
  for (const timer of told.values()) clearTimeout(timer);
  told.clear();
}

/** The outputs of a product as its organizer sees them, with what they do now. */
export async function outputsOf(
  productId: string,
  broadcastId: string | null,
): Promise<BroadcastOutput[]> {
  const set = broadcastId === null ? null : (sets.get(broadcastId) ?? null);
  return (await listOutputs(db(), productId)).map((output) => ({
    id: output.id,
    name: output.name,
    url: output.url,
    keyEnds: endOfKey(output.key),
    enabled: output.isEnabled,
    duringRehearsals: output.duringRehearsals,
    ...standingOf(output, set),
    can: outputMoves(output),
  }));
}

type Standing = Pick<BroadcastOutput, 'state' | 'reason' | 'since' | 'nextTryAt'>;

const quiet = { reason: null, since: null, nextTryAt: null };
const textOf = (ms: number): string => instantText(Temporal.Instant.fromEpochMilliseconds(ms));

function standingOf({ id, key, isEnabled }: KeptOutput, set: OutputSet | null): Standing {
  if (!isEnabled) return { ...quiet, state: 'off' };
  if (key === null) return { ...quiet, state: 'refused', reason: { code: 'key_lost', said: '' } };
  const status = set?.statusOf(id);
  if (!status) return { ...quiet, state: 'waiting' };
  const { state, fault, sinceMs, nextTryAtMs } = status;
  return {
    state,
    reason: fault,
    since: textOf(sinceMs),
    nextTryAt: nextTryAtMs === null ? null : textOf(nextTryAtMs),
  };
}
