import { type Broadcast, type EncoderRole, mostOutputs } from '#contract/live.ts';
import { nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { afterCommit, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import {
  type BroadcastFacts,
  type BroadcastProduct,
  findOwnBroadcastProduct,
  findSession,
  listBroadcastsOf,
  listSessionStarts,
} from './broadcasts.queries.ts';
import { broadcastMoves, heldOf, isCalledOff, rehearsalOf, sessionAt } from './broadcasts.rules.ts';
import { openBroadcast, removeIdleBroadcast } from './broadcasts.store.ts';
import { outputsOf } from './carry-outputs.ts';
import { endBroadcast } from './follow-broadcast.ts';
import { dropEncoder, healthOf, receivedOf, runningEngine } from './on-air.ts';
import { preflightOf } from './preflight.rules.ts';
import { previewFor } from './previews.ts';
import { steadySeconds } from './prove-encoder.ts';
import { keysOf, replaceKey } from './stream-keys.store.ts';
import { trialOf, wasCut } from './trials.ts';
import { viewersOf } from './viewers.ts';
import { findWelcome } from './welcome-encoder.ts';

/** A product's transmission for its organizer or an administrator; others learn nothing of it. */
export async function getBroadcast(actor: Actor, slug: string): Promise<Broadcast> {
  return broadcastView(actor, await reach(actor, slug));
}

async function reach(actor: Actor, slug: string): Promise<BroadcastProduct> {
  return orRefuse(await findOwnBroadcastProduct(db(), actor, slug));
}

/** The newest broadcast of a product with the one before it, and how it stands. */
async function findNewest({ id, room }: BroadcastProduct) {
  const [last = null, before = null] = await listBroadcastsOf(db(), id, 2);
  const isFirst = before === null;
  return { last, before, standing: last && { state: last.state, isFirst, isRoom: room !== null } };
}

async function broadcastView(actor: Actor, product: BroadcastProduct): Promise<Broadcast> {
  const [{ last, before, standing }, keys, welcome, viewers] = await Promise.all([
    findNewest(product),
    keysOf(db(), product.id),
    findWelcome(product),
    viewersOf(product.id),
  ]);
  const { refusal, mayTry, isCalledOff: off } = welcome;
  const state = last?.state ?? 'idle';
  const trial = trialOf(product.id);
  const shownId = trial?.id ?? last?.id ?? null;
  const outputs = await outputsOf(product.id, last?.id ?? null);
  return {
    id: last?.id ?? null,
    state,
    startedAt: last?.startedAt ?? null,
    endedAt: last?.endedAt ?? null,
    endReason: last?.endReason ?? '',
    rtmpUrl: addressOf('rtmp', runningEngine()?.port ?? config().RTMP_PORT),
    rtmpsUrl: rtmpsUrl(),
    streamKey: keys.main,
    backupKey: keys.backup,
    viewers,
    health: shownId ? healthOf(shownId) : null,
    recording: recordingOf(state === 'idle' ? before : last),
    trial: trial ? 'running' : mayTry ? 'possible' : null,
    trialCut: wasCut(product.id) && trial === null && state === 'idle',
    preflight: preflightNow(shownId),
    preview: previewFor(actor.tokenDigest, shownId),
    rehearsalOf: last && rehearsalOf(await findSession(db(), last.sessionId), last, nowText()),
    room: product.room !== null,
    // An owner who may not act is not logged in either: only administrators could see `denied`.
    refusal: refusal === 'denied' ? 'not_published' : refusal,
    outputs,
    can: {
      ...broadcastMoves(standing && { ...standing, isCalledOff: off }),
      addOutput: outputs.length < mostOutputs,
    },
  };
}

const preflightNow = (broadcastId: string | null): Broadcast['preflight'] =>
  broadcastId
    ? preflightOf(receivedOf(broadcastId), steadySeconds(broadcastId))
    : preflightOf(null, 0);

/** What there is to watch; while the next broadcast waits for its encoder, that of the one before. */
const recordingOf = (one: BroadcastFacts | null): Broadcast['recording'] => ({
  ready: one?.recordingReady ?? false,
  seconds: one?.recordingSeconds ?? 0,
});

const addressOf = (scheme: 'rtmp' | 'rtmps', port: number): string =>
  `${scheme}://${new URL(config().PUBLIC_URL).hostname}:${port}/live`;

function rtmpsUrl(): string | null {
  const port = runningEngine()?.securePort ?? config().RTMPS_PORT ?? null;
  return port === null ? null : addressOf('rtmps', port);
}

/** A new key for the main or the backup encoder; whoever streams with the old one is cut off. */
export async function rotateKey(actor: Actor, slug: string, role: EncoderRole): Promise<Broadcast> {
  const product = await reach(actor, slug);
  await inTransaction(async (tx) => {
    await replaceKey(tx, { productId: product.id, role, at: nowText() });
    afterCommit(tx, () => dropEncoder(product.id, role, 'This stream key was replaced.'));
  });
  return broadcastView(actor, product);
}

/** After the end of one transmission: a new one waits for its encoder. */
export async function startBroadcast(actor: Actor, slug: string): Promise<Broadcast> {
  const product = await reach(actor, slug);
  const [{ standing }, sessions] = await Promise.all([
    findNewest(product),
    listSessionStarts(db(), product.id),
  ]);
  if (isCalledOff(sessions, nowText())) refuse('SESSION_CANCELLED');
  if (standing && !broadcastMoves(standing).start) refuse('BROADCAST_STATE');
  const sessionId = sessionAt(heldOf(sessions), nowText())?.id ?? null;
  await openBroadcast(db(), { productId: product.id, sessionId });
  return broadcastView(actor, product);
}

/**
 * Ends what is on air for good, or calls off what waits for its encoder: then everything is as it
 * was after the end before. Waits until the recording is made, when it is made here.
 */
export async function stopBroadcast(actor: Actor, slug: string): Promise<Broadcast> {
  const product = await reach(actor, slug);
  const { last, standing } = await findNewest(product);
  if (!last || !broadcastMoves(standing).stop) return refuse('BROADCAST_STATE');
  if (last.state === 'live') await endBroadcast(last.id, { endedAt: nowText(), reason: 'stopped' });
  else if (!(await removeIdleBroadcast(db(), product.id))) refuse('BROADCAST_STATE');
  await runningEngine()?.end(last.id, 'stopped');
  return broadcastView(actor, product);
}
