import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, SlugParams } from './shared/ids.ts';
import { Instant } from './shared/time.ts';

/** `idle` waits for an encoder · `live` is on air · `ended` is over for good. */
export const broadcastStates = ['idle', 'live', 'ended'] as const;
export const BroadcastState = z.enum(broadcastStates);
export type BroadcastState = z.infer<typeof BroadcastState>;

/** `main` is what viewers see; `backup` takes over within three seconds when it drops. */
export const EncoderRole = z.enum(['main', 'backup']);
export type EncoderRole = z.infer<typeof EncoderRole>;

/** What an organizer can do better at the encoder; each has its sentence on the screen. */
export const encoderAdvice = [
  'keyframes_irregular',
  'no_audio',
  'low_frame_rate',
  'high_bitrate',
  'recording_incomplete',
  'no_backup',
] as const;
export const EncoderAdvice = z.enum(encoderAdvice);
export type EncoderAdvice = z.infer<typeof EncoderAdvice>;

/** How the transmission is doing now; numbers are averages of the last five seconds. */
export const BroadcastHealth = z.object({
  /** An encoder sends; false while viewers wait for it to come back. */
  receiving: z.boolean(),
  bitsPerSecond: z.number().int(),
  framesPerSecond: z.number(),
  /** Seconds between the last two keyframes. */
  keyframeSeconds: z.number(),
  encoders: z.array(z.object({ role: EncoderRole, onAir: z.boolean(), address: z.string() })),
  renditions: z.array(
    z.object({
      name: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      bitsPerSecond: z.number().int(),
    }),
  ),
  advice: z.array(EncoderAdvice),
});
export type BroadcastHealth = z.infer<typeof BroadcastHealth>;

/** A product's transmission as its organizer sees it. */
export const Broadcast = z.object({
  /** Null until an encoder came for the first time. */
  id: Id.nullable(),
  state: BroadcastState,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endReason: z.enum(['', 'stopped', 'idle', 'interrupted']),
  /** The address for the encoder, without the key. */
  rtmpUrl: z.string(),
  streamKey: z.string(),
  backupKey: z.string(),
  /** Viewers watching now: open views that were heard of within 15 seconds. */
  viewers: z.number().int(),
  /** Null when nothing is on air here. */
  health: BroadcastHealth.nullable(),
  /** What can be watched; while the next transmission waits, what came of the one before. */
  recording: z.object({ ready: z.boolean(), seconds: z.number().int() }),
  /** Why an encoder would be refused now; null when it would be let in. */
  refusal: z.enum(['not_published', 'channel_not_published', 'ended', 'no_ffmpeg']).nullable(),
  can: z.object({ start: z.boolean(), stop: z.boolean(), rotateKeys: z.boolean() }),
});
export type Broadcast = z.infer<typeof Broadcast>;

export const liveContract = {
  getBroadcast: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/broadcast',
    who: 'producer',
    summary: 'The transmission of a product of type broadcast: address, keys, state, health',
    params: SlugParams,
    answer: Broadcast,
    perMinute: 240,
  }),
  rotateKey: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/broadcast/keys',
    who: 'producer',
    summary: 'Make a new stream key; the old one stops working at once',
    params: SlugParams,
    body: z.object({ role: EncoderRole }).strict(),
    answer: Broadcast,
  }),
  startBroadcast: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/broadcast/start',
    who: 'producer',
    summary: 'Get ready for an encoder again after a transmission has ended',
    params: SlugParams,
    answer: Broadcast,
    errors: ['BROADCAST_STATE'],
  }),
  stopBroadcast: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/broadcast/stop',
    who: 'producer',
    summary:
      'End what is on air for good, recorded at once; or call off what waits for its encoder',
    params: SlugParams,
    answer: Broadcast,
    errors: ['BROADCAST_STATE'],
  }),
};
