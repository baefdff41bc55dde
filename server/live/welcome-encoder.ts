import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { ffmpegVersion } from '#server/platform/http/health.ts';
import {
  type BroadcastProduct,
  findBroadcastOf,
  findBroadcastProduct,
  listSessionStarts,
} from './broadcasts.queries.ts';
import { type EncoderRefusal, encoderRefusal, sessionAt } from './broadcasts.rules.ts';
import { openBroadcast } from './broadcasts.store.ts';
import type { KeyOwner } from './engine/live-engine.ts';
import type { PublishRequest } from './engine/publication.ts';
import { noteProduct } from './on-air.ts';
import { findKeyOwner } from './stream-keys.store.ts';

// Encoders show these as they are; the protocol knows no languages.
const sentences: Record<EncoderRefusal, string> = {
  denied: 'This stream key may not be used now.',
  not_published: 'Publish the product before you stream to it.',
  channel_not_published: 'The channel is not published.',
  ended: 'This broadcast has ended. Start it again on the product page.',
  no_ffmpeg: 'The server cannot stream: ffmpeg is not installed.',
};

/** Why an encoder of this product would be refused now; null: it is welcome. */
export async function findEncoderRefusal(
  product: BroadcastProduct,
): Promise<EncoderRefusal | null> {
  const [last, sessions, version] = await Promise.all([
    findBroadcastOf(db(), product.id),
    listSessionStarts(db(), product.id),
    ffmpegVersion(),
  ]);
  const situation = {
    productType: product.type,
    productStatus: product.status,
    channelState: product.channelState,
    ownerMayAct: product.ownerMayAct,
    last,
    sessionStarts: sessions.map((session) => session.startsAt),
    hasFfmpeg: version !== null,
  };
  return encoderRefusal(situation, nowText());
}

/** Decides on an encoder that has said its key, before any media of it is kept. */
export async function welcomeEncoder({ app, streamKey }: PublishRequest): Promise<KeyOwner> {
  const owner = app === 'live' && streamKey ? await findKeyOwner(db(), streamKey) : null;
  const product = owner && (await findBroadcastProduct(db(), owner.productId));
  if (!owner || !product) {
    return { ok: false, reason: 'unknown_key', message: 'This stream key is not known.' };
  }
  const refusal = await findEncoderRefusal(product);
  if (refusal) return { ok: false, reason: 'denied', message: sentences[refusal] };
  const broadcast = await openBroadcast(db(), {
    productId: product.id,
    sessionId: await findNextSession(product.id),
  });
  noteProduct(broadcast.id, product.id);
  const { id: broadcastId, state } = broadcast;
  const { role, digest: pass } = owner;
  return { ok: true, broadcastId, role, pass, isLive: state === 'live' };
}

/** The session that a broadcast beginning now belongs to; null without one. */
export async function findNextSession(productId: string): Promise<string | null> {
  const [sessions, last] = await Promise.all([
    listSessionStarts(db(), productId),
    findBroadcastOf(db(), productId),
  ]);
  return sessionAt(sessions, nowText(), last)?.id ?? null;
}
