import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, SlugParams } from './shared/ids.ts';
import { isSeen, Line } from './shared/text.ts';
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
  'machine_slow',
] as const;
export const EncoderAdvice = z.enum(encoderAdvice);
export type EncoderAdvice = z.infer<typeof EncoderAdvice>;

/** What is looked at before a show, in the order in which it is mended. */
export const preflightChecks = [
  'encoder',
  'picture',
  'frames',
  'bitrate',
  'keyframes',
  'sound',
  'steady',
] as const;
/** `wait`: not known yet · `good` · `warn`: it works, better is possible · `bad`: mend it first. */
export const PreflightCheck = z.object({
  check: z.enum(preflightChecks),
  state: z.enum(['wait', 'good', 'warn', 'bad']),
});
export type PreflightCheck = z.infer<typeof PreflightCheck>;

/** `ready`: go on · `almost`: it would work · `not_yet`: something is missing. */
export const Preflight = z.object({
  verdict: z.enum(['ready', 'almost', 'not_yet']),
  checks: z.array(PreflightCheck),
  /** For so many seconds nothing has been wrong; `steadyEnough` are wanted. */
  steadySeconds: z.number().int(),
});
export type Preflight = z.infer<typeof Preflight>;

/** A stream that is good for so long will be good for a show. */
export const steadyEnough = 20;

/** What an encoder is set to for a picture of this height; viewers' lines carry it. */
export const encoderSettings = [
  { height: 1080, width: 1920, kilobits: 5000 },
  { height: 720, width: 1280, kilobits: 3000 },
  { height: 540, width: 960, kilobits: 1800 },
  { height: 360, width: 640, kilobits: 900 },
] as const;
export const keyframesEvery = 2;

/** How the transmission is doing now; numbers are averages of the last five seconds. */
export const BroadcastHealth = z.object({
  /** An encoder sends; false while viewers wait for it to come back. */
  receiving: z.boolean(),
  /** Viewers see the slate, since no encoder sends. */
  slate: z.boolean(),
  bitsPerSecond: z.number().int(),
  framesPerSecond: z.number(),
  /** Seconds between the last two keyframes. */
  keyframeSeconds: z.number(),
  /** Frames that the encoder left out in the last minute. */
  droppedFrames: z.number().int(),
  /** What the encoder on air sends; null until it is known. */
  source: z
    .object({
      width: z.number().int(),
      height: z.number().int(),
      framesPerSecond: z.number(),
      sound: z.object({ channels: z.number().int(), sampleRate: z.number().int() }).nullable(),
    })
    .nullable(),
  encoders: z.array(z.object({ role: EncoderRole, onAir: z.boolean(), address: z.string() })),
  renditions: z.array(
    z.object({
      name: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      bitsPerSecond: z.number().int(),
      /** The server cannot keep up: the address goes on with the picture of another size. */
      rests: z.boolean(),
    }),
  ),
  advice: z.array(EncoderAdvice),
});
export type BroadcastHealth = z.infer<typeof BroadcastHealth>;

/**
 * Why an output does not send, or (`too_slow`) sends less than comes: the far server is not found, not
 * reached, does not answer, was lost, takes nothing, speaks something else; it refuses, hangs up at the
 * key, is not whom its certificate names, does not take the codec; its address leads inside the
 * installation or back to it; the key cannot be opened any more.
 */
export const outputReasons = [
  'unknown_host',
  'unreachable',
  'timed_out',
  'lost',
  'stalled',
  'not_rtmp',
  'refused',
  'hung_up',
  'certificate',
  'codec',
  'inside',
  'own_server',
  'too_slow',
  'key_lost',
] as const;
export const OutputReason = z.enum(outputReasons);
export type OutputReason = z.infer<typeof OutputReason>;

/** `off` by hand · `waiting` for the show · `retrying` after the line failed · `refused`: somebody said no. */
export const OutputState = z.enum([
  'off',
  'waiting',
  'connecting',
  'sending',
  'retrying',
  'refused',
]);
export type OutputState = z.infer<typeof OutputState>;

export const mostOutputs = 10;

/** Another server that the show is sent on to as it comes, such as YouTube. */
export const BroadcastOutput = z.object({
  id: Id,
  name: z.string(),
  /** Without the key. */
  url: z.string(),
  /** The last four characters of the key; empty when it is too short to show any, or lost. */
  keyEnds: z.string(),
  enabled: z.boolean(),
  /** Also while the transmission is a rehearsal before its hour; never in a private test. */
  duringRehearsals: z.boolean(),
  state: OutputState,
  /** `said`: the words of the far server as it gave them, or empty. */
  reason: z.object({ code: OutputReason, said: z.string() }).nullable(),
  since: Instant.nullable(),
  nextTryAt: Instant.nullable(),
  can: z.object({
    switchOn: z.boolean(),
    switchOff: z.boolean(),
    change: z.boolean(),
    remove: z.boolean(),
  }),
});
export type BroadcastOutput = z.infer<typeof BroadcastOutput>;

const outputFields = {
  name: Line(60).min(1),
  /** `rtmp://` or `rtmps://`, the server, and what it calls its application. */
  url: z.string().trim().min(1).max(300).refine(isSeen, 'invalid'),
  key: z.string().trim().min(1).max(300).refine(isSeen, 'invalid'),
};
export const NewOutput = z
  .object({ ...outputFields, duringRehearsals: z.boolean().default(false) })
  .strict();
export type NewOutput = z.infer<typeof NewOutput>;
/** A new address needs its key: one that is kept is never sent to another server. */
export const OutputChange = z
  .object({ ...outputFields, duringRehearsals: z.boolean(), enabled: z.boolean() })
  .partial()
  .strict();
export type OutputChange = z.infer<typeof OutputChange>;

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
  /** The same by TLS; null where there is no certificate. */
  rtmpsUrl: z.string().nullable(),
  streamKey: z.string(),
  backupKey: z.string(),
  /** Viewers watching now: open views that were heard of within 15 seconds. */
  viewers: z.number().int(),
  /** Null when nothing is on air here. */
  health: BroadcastHealth.nullable(),
  /** What can be watched; while the next transmission waits, what came of the one before. */
  recording: z.object({ ready: z.boolean(), seconds: z.number().int() }),
  /**
   * A private test of a show that is not published: its organizer alone sees the picture, and nothing
   * is kept. `possible`: an encoder would begin one · `running` · `null`: what comes is for viewers.
   */
  trial: z.enum(['possible', 'running']).nullable(),
  /** The last private test ended since the show is public now, and no encoder has come since. */
  trialCut: z.boolean(),
  preflight: Preflight,
  /** The picture for whoever asks, without sound in mind and without being counted as a viewer. */
  preview: z.object({ url: z.string() }).nullable(),
  /** The transmission is, or was, before its hour: a rehearsal of the show that starts then. */
  rehearsalOf: Instant.nullable(),
  /** It is a rehearsal room: whoever was invited sees it, and every coming begins a new transmission. */
  room: z.boolean(),
  /** Why an encoder would not be shown to viewers now; null when it would. */
  refusal: z
    .enum(['not_published', 'channel_not_published', 'cancelled', 'ended', 'no_ffmpeg'])
    .nullable(),
  /** Other servers that it is sent on to. */
  outputs: z.array(BroadcastOutput),
  can: z.object({
    start: z.boolean(),
    stop: z.boolean(),
    rotateKeys: z.boolean(),
    addOutput: z.boolean(),
  }),
});
export type Broadcast = z.infer<typeof Broadcast>;

/** By socket: `broadcast:follow` and `broadcast:leave` name the product; told as `broadcast:changed`. */
export const BroadcastFollow = SlugParams;

const OutputParams = SlugParams.extend(IdParams.shape);

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
    errors: ['BROADCAST_STATE', 'SESSION_CANCELLED'],
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
  addOutput: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/broadcast/outputs',
    who: 'producer',
    summary: 'Send the transmission on to another RTMP server, ten of them at most',
    params: SlugParams,
    body: NewOutput,
    answer: Broadcast,
    status: 201,
    errors: ['OUTPUT_LIMIT', 'OUTPUT_ADDRESS_INVALID', 'OUTPUT_ADDRESS_REFUSED'],
    perMinute: 30,
  }),
  changeOutput: endpoint({
    method: 'PATCH',
    path: '/api/desk/products/:slug/broadcast/outputs/:id',
    who: 'producer',
    summary: 'Change an output or its key, switch it on or off; on air it takes effect at once',
    params: OutputParams,
    body: OutputChange,
    answer: Broadcast,
    errors: ['BROADCAST_STATE', 'OUTPUT_ADDRESS_INVALID', 'OUTPUT_ADDRESS_REFUSED'],
    perMinute: 60,
  }),
  removeOutput: endpoint({
    method: 'DELETE',
    path: '/api/desk/products/:slug/broadcast/outputs/:id',
    who: 'producer',
    summary: 'Remove an output; nothing is sent there any more',
    params: OutputParams,
    answer: Broadcast,
  }),
};
