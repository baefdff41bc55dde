import type { AmfValue } from '../amf0.ts';
import { encodeAmf } from '../amf0.ts';
import { encodeChunks } from '../rtmp-chunks.ts';
import { messageType } from '../rtmp-messages.ts';
import type { Source } from '../source-probe.ts';
import type { OutputAddress } from './output-address.ts';

/** How our messages are cut: as RTMP begins, and after we have said so. */
export const chunkSizes = { first: 128, later: 4096 } as const;

const streams = { control: 2, command: 3, audio: 4, video: 6, script: 5 } as const;

/** Codecs that go by four letters, so that a far server can say which of them it takes. */
const fourCcs = ['hvc1', 'av01', 'vp09', 'Opus', 'fLaC', 'ac-3', 'ec-3', '.mp3'];

type Cut = { chunkSize: number };

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function commandMessage(streamId: number, cut: Cut, values: AmfValue[]): Buffer {
  const body = encodeAmf(...values);
  const message = { type: messageType.commandAmf0, streamId, timestamp: 0, body };
  return encodeChunks(message, { chunkStreamId: streams.command, ...cut });
}

/** The first command, in which an encoder introduces itself. */
export function connectMessage({ app, tcUrl }: OutputAddress, isEnhanced: boolean): Buffer {
  const about = {
    app,
    type: 'nonprivate',
    flashVer: 'FMLE/3.0 (compatible; Platea)',
    swfUrl: tcUrl,
    tcUrl,
    // Said only when it is needed: servers of the old kind have never seen it.
    ...(isEnhanced ? { fourCcList: fourCcs } : {}),
  };
  return commandMessage(0, { chunkSize: chunkSizes.first }, ['connect', 1, about]);
}

function control(type: number, value: number): Buffer {
  const message = { type, streamId: 0, timestamp: 0, body: uint32(value) };
  return encodeChunks(message, { chunkStreamId: streams.control, chunkSize: chunkSizes.first });
}

export const setChunkSize = (): Buffer => control(messageType.setChunkSize, chunkSizes.later);
export const windowSize = (bytes: number): Buffer => control(messageType.windowSize, bytes);

/** What is coming, as encoders say it: some servers show it, some refuse a stream without it. */
export function metadataBody(source: Source): Buffer {
  const { video, audio } = source;
  const facts: Record<string, AmfValue> = {
    duration: 0,
    ...(video?.shape ? { width: video.shape.width, height: video.shape.height } : {}),
    ...(video ? { framerate: video.frameRate } : {}),
    ...(video ? { videodatarate: Math.round(video.bitsPerSecond / 1000) } : {}),
    ...(video?.codec === 'h264' ? { videocodecid: 7 } : {}),
    ...(audio?.codec === 'aac' ? { audiocodecid: 10 } : {}),
    ...(audio?.shape
      ? { audiosamplerate: audio.shape.sampleRate, stereo: audio.shape.channels > 1 }
      : {}),
    encoder: 'Platea',
  };
  const count = uint32(Object.keys(facts).length);
  // An associative array, as other encoders send it: the same as an object, but for its head.
  const list = Buffer.concat([Buffer.from([8]), count, encodeAmf(facts).subarray(1)]);
  return Buffer.concat([encodeAmf('@setDataFrame', 'onMetaData'), list]);
}

export type MediaPart = { kind: 'audio' | 'video' | 'script'; timestamp: number; body: Buffer };

const types = {
  audio: messageType.audio,
  video: messageType.video,
  script: messageType.dataAmf0,
} as const;

/** One piece of the show on the stream that was opened for it. */
export function mediaMessage({ kind, timestamp, body }: MediaPart, streamId: number): Buffer {
  const message = { type: types[kind], streamId, timestamp: timestamp >>> 0, body };
  return encodeChunks(message, { chunkStreamId: streams[kind], chunkSize: chunkSizes.later });
}

/** The codecs that a far server says it takes, from its answer to `connect`; `*` is any. */
export function codecsOf(answers: readonly AmfValue[]): Set<string> {
  const objects = answers.filter(
    (one): one is Record<string, AmfValue> =>
      typeof one === 'object' && one !== null && !Array.isArray(one),
  );
  const named = objects.flatMap(({ fourCcList, videoFourCcInfoMap, audioFourCcInfoMap }) => [
    ...(Array.isArray(fourCcList) ? fourCcList : []),
    ...[videoFourCcInfoMap, audioFourCcInfoMap].flatMap((map) => Object.keys(map ?? {})),
  ]);
  return new Set(named.filter((one) => typeof one === 'string'));
}
