import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { Refusal } from '#server/platform/errors.ts';
import { ffmpegVersion } from '#server/platform/http/health.ts';
import {
  type BroadcastProduct,
  findBroadcastOf,
  findBroadcastProduct,
  listSessionStarts,
} from './broadcasts.queries.ts';
import {
  canTry,
  type EncoderRefusal,
  encoderRefusal,
  heldOf,
  isCalledOff,
  sessionAt,
} from './broadcasts.rules.ts';
import { openBroadcast } from './broadcasts.store.ts';
import type { KeyOwner } from './engine/live-engine.ts';
import type { PublishRequest } from './engine/publication.ts';
import { mayInherit } from './node-heart.ts';
import { claimPlace } from './nodes.store.ts';
import { broadcastHere, noteProduct } from './on-air.ts';
import { broadcastChanged } from './sockets.ts';
import { findKeyOwner } from './stream-keys.store.ts';
import { thisNode } from './this-node.ts';
import { forgetCut, forgetTrial, openTrial } from './trials.ts';

// Encoders show these as they are; the protocol knows no languages.
const sentences: Record<EncoderRefusal, string> = {
  denied: 'This stream key may not be used now.',
  not_published: 'Publish the product before you stream to it.',
  channel_not_published: 'The channel is not published.',
  cancelled: 'This showing was cancelled.',
  ended: 'This broadcast has ended. Start it again on the product page.',
  no_ffmpeg: 'The server cannot stream: ffmpeg is not installed.',
};
const elsewhere = 'Another server receives this show. Connect to the same one.';
const tryAgain = 'The server is busy. Try again in a moment.';
const tooManyTrials = 'Another private test is running. Try again in some minutes.';

type Welcome = { refusal: EncoderRefusal | null; mayTry: boolean; isCalledOff: boolean };

/** What an encoder of this product meets: viewers, a private test, or a refusal. */
export async function findWelcome(product: BroadcastProduct): Promise<Welcome> {
  const [last, sessions, version] = await Promise.all([
    findBroadcastOf(db(), product.id),
    listSessionStarts(db(), product.id),
    ffmpegVersion(),
  ]);
  const at = nowText();
  const situation = {
    productType: product.type,
    productStatus: product.status,
    channelState: product.channelState,
    ownerMayAct: product.ownerMayAct,
    room: product.room,
    last,
    sessionStarts: heldOf(sessions).map((session) => session.startsAt),
    isCalledOff: isCalledOff(sessions, at),
    hasFfmpeg: version !== null,
  };
  return {
    refusal: encoderRefusal(situation, at),
    mayTry: canTry(situation, at),
    isCalledOff: situation.isCalledOff,
  };
}

const denied = (message: string): KeyOwner => ({ ok: false, reason: 'denied', message });

/** Decides on an encoder that has said its key, before any media of it is kept. */
export async function welcomeEncoder({ app, streamKey }: PublishRequest): Promise<KeyOwner> {
  const owner = app === 'live' && streamKey ? await findKeyOwner(db(), streamKey) : null;
  const product = owner && (await findBroadcastProduct(db(), owner.productId));
  if (!owner || !product) {
    return { ok: false, reason: 'unknown_key', message: 'This stream key is not known.' };
  }
  const { refusal, mayTry } = await findWelcome(product);
  if (refusal && !mayTry) return denied(sentences[refusal]);
  const broadcast = mayTry ? openTrial(product) : await openShow(product.id);
  if (!broadcast) return denied(mayTry ? tooManyTrials : sentences.denied);
  const place = { productId: product.id, broadcastId: broadcast.id, nodeUrl: thisNode() };
  const isOurs = await claimPlace(db(), place, mayInherit()).catch(() => null);
  if (!isOurs) {
    if (!broadcastHere(broadcast.id)) forgetTrial(broadcast.id);
    return denied(isOurs === null ? tryAgain : elsewhere);
  }
  forgetCut(product.id);
  noteProduct(broadcast.id, product.id);
  broadcastChanged(product.id);
  const { role, digest: pass } = owner;
  const isLive = 'state' in broadcast && broadcast.state === 'live';
  return { ok: true, broadcastId: broadcast.id, role, pass, isLive };
}

/** Null when it was deleted or closed since it was looked at. */
async function openShow(productId: string) {
  const sessionId = await findNextSession(productId);
  try {
    return await openBroadcast(db(), { productId, sessionId });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The session that a broadcast beginning now belongs to; null without one. */
export async function findNextSession(productId: string): Promise<string | null> {
  const [sessions, last] = await Promise.all([
    listSessionStarts(db(), productId),
    findBroadcastOf(db(), productId),
  ]);
  return sessionAt(heldOf(sessions), nowText(), last)?.id ?? null;
}
