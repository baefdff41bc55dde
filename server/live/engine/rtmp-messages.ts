import type { AmfValue } from './amf0.ts';
import { decodeAmf, encodeAmf } from './amf0.ts';
import type { ChunkReader, RtmpMessage } from './rtmp-chunks.ts';
import { encodeChunks } from './rtmp-chunks.ts';

/** Message types of RTMP 1.0, section 5.4 and 7.1. */
export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  dataAmf0: 18,
  commandAmf0: 20,
  aggregate: 22,
} as const;

export const userControl = { streamBegin: 0, pingRequest: 6, pingResponse: 7 } as const;

const controlStream = 2;
const commandStream = 3;
const chunkSize = 4096;

function control(type: number, body: Buffer): Buffer {
  const message = { type, streamId: 0, timestamp: 0, body };
  return encodeChunks(message, { chunkStreamId: controlStream, chunkSize });
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function acknowledgement(received: number): Buffer {
  return control(messageType.acknowledgement, uint32(received));
}

export function userControlEvent(event: number, value: number): Buffer {
  return control(messageType.userControl, Buffer.concat([Buffer.from([0, event]), uint32(value)]));
}

/** The answer to a ping; null to all else that a user control may say. */
export function pong(body: Buffer): Buffer | null {
  if (body.readUInt16BE(0) !== userControl.pingRequest) return null;
  return userControlEvent(userControl.pingResponse, body.readUInt32BE(2));
}

/** Reads on as this message says; false when it says nothing of that. */
export function readOnAs({ type, body }: RtmpMessage, reader: ChunkReader): boolean {
  if (type === messageType.setChunkSize) reader.setChunkSize(body.readUInt32BE(0));
  else if (type === messageType.abort) reader.abort(body.readUInt32BE(0));
  else return false;
  return true;
}

/** The command that a message of `commandAmf0` or `commandAmf3` carries. */
export const commandIn = ({ type, body }: RtmpMessage): AmfValue[] =>
  decodeAmf(type === messageType.commandAmf3 ? body.subarray(1) : body);

/** Window, bandwidth and chunk size, sent once after `connect`. */
export function connectionSettings(window: number): Buffer {
  return Buffer.concat([
    control(messageType.windowSize, uint32(window)),
    control(messageType.peerBandwidth, Buffer.concat([uint32(window), Buffer.from([2])])),
    // Our own messages are cut at this size from here on.
    encodeChunks(
      { type: messageType.setChunkSize, streamId: 0, timestamp: 0, body: uint32(chunkSize) },
      { chunkStreamId: controlStream, chunkSize: 128 },
    ),
  ]);
}

export function command(streamId: number, ...values: AmfValue[]): Buffer {
  const body = encodeAmf(...values);
  const message = { type: messageType.commandAmf0, streamId, timestamp: 0, body };
  return encodeChunks(message, { chunkStreamId: commandStream, chunkSize });
}

export function status(
  streamId: number,
  info: { level: 'status' | 'error'; code: string; description: string },
): Buffer {
  return command(streamId, 'onStatus', 0, null, info);
}

/** The messages inside an aggregate, with their timestamps moved onto the outer one. */
export function splitAggregate(outer: RtmpMessage): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  let first: number | null = null;
  for (let at = 0; at + 11 <= outer.body.length; ) {
    const length = outer.body.readUIntBE(at + 1, 3);
    const time = outer.body.readUIntBE(at + 4, 3) + outer.body.readUInt8(at + 7) * 0x1000000;
    const body = outer.body.subarray(at + 11, at + 11 + length);
    if (body.length < length) break;
    first ??= time;
    messages.push({
      type: outer.body.readUInt8(at),
      streamId: outer.streamId,
      timestamp: (outer.timestamp + time - first) >>> 0,
      body,
    });
    at += 11 + length + 4;
  }
  return messages;
}
