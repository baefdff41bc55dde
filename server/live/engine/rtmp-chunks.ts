/**
 * The RTMP chunk stream: messages cut into chunks that several streams interleave.
 * The reader keeps at most `limits.message` bytes per message and `limits.partial` bytes in all
 * for messages that are still coming, whatever the peer declares.
 */
export type RtmpMessage = {
  type: number;
  streamId: number;
  /** Milliseconds, unsigned 32 bits, on the sender's clock. */
  timestamp: number;
  body: Buffer;
};

export class MalformedChunks extends Error {}

export const maxChunkSize = 16 * 1024 * 1024;
const maxChunkStreams = 64;
const extended = 0xffffff;
const headerLengths = [11, 7, 3, 0] as const;

type ChunkStream = {
  timestamp: number;
  delta: number;
  extended: number | null;
  length: number;
  type: number;
  streamId: number;
  body: Buffer;
  filled: number;
};

type Header = { format: number; streamId: number; at: number };
export type ReadLimits = { message: number; partial: number };

export class ChunkReader {
  limits: ReadLimits;
  #chunkSize = 128;
  #streams = new Map<number, ChunkStream>();
  #partial = 0;
  #pending: Buffer = Buffer.alloc(0);
  #open: { stream: ChunkStream; left: number } | null = null;
  #held = false;
  #take: (message: RtmpMessage) => void;

  constructor(limits: ReadLimits, take: (message: RtmpMessage) => void) {
    this.limits = limits;
    this.#take = take;
  }

  /** Size of the chunks that follow, as the peer announced; 1 byte to 16 MB. */
  setChunkSize(size: number): void {
    if (size < 1 || size > maxChunkSize) throw new MalformedChunks('chunk size out of range');
    this.#chunkSize = size;
  }

  /** The peer gives up the message it was sending on that chunk stream. */
  abort(chunkStreamId: number): void {
    const stream = this.#streams.get(chunkStreamId);
    if (stream) this.#forget(stream);
  }

  /** Stops giving out messages; what was received stays unread until `release`. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.push(Buffer.alloc(0));
  }

  push(bytes: Buffer): void {
    let rest = this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes]) : bytes;
    while (rest.length > 0 && !this.#held) {
      const used = this.#open ? this.#readPayload(rest) : this.#readHeader(rest);
      if (used === 0) break;
      rest = rest.subarray(used);
    }
    // Copied, so that a few waiting bytes do not keep a whole socket buffer alive.
    this.#pending = rest.length > 0 ? Buffer.from(rest) : rest;
  }

  #readPayload(bytes: Buffer): number {
    const open = this.#open;
    if (!open) return 0;
    const { stream } = open;
    const count = Math.min(open.left, bytes.length);
    this.#append(stream, bytes.subarray(0, count));
    open.left -= count;
    if (open.left === 0) this.#open = null;
    if (stream.filled === stream.length) this.#finish(stream);
    return count;
  }

  #append(stream: ChunkStream, bytes: Buffer): void {
    const needed = stream.filled + bytes.length;
    this.#partial += bytes.length;
    if (this.#partial > this.limits.partial) throw new MalformedChunks('too many open messages');
    // Grown as bytes arrive: a declared length alone costs no memory.
    if (needed > stream.body.length) {
      const larger = Buffer.allocUnsafe(Math.min(stream.length, Math.max(4096, 2 * needed)));
      stream.body.copy(larger, 0, 0, stream.filled);
      stream.body = larger;
    }
    bytes.copy(stream.body, stream.filled);
    stream.filled = needed;
  }

  #finish(stream: ChunkStream): void {
    const message: RtmpMessage = {
      type: stream.type,
      streamId: stream.streamId,
      timestamp: stream.timestamp,
      body: stream.body.subarray(0, stream.filled),
    };
    this.#forget(stream);
    this.#take(message);
  }

  #forget(stream: ChunkStream): void {
    this.#partial -= stream.filled;
    stream.body = Buffer.alloc(0);
    stream.filled = 0;
  }

  /** Reads one chunk header; 0 when more bytes are needed. */
  #readHeader(bytes: Buffer): number {
    const basic = readBasicHeader(bytes);
    if (!basic) return 0;
    const at = basic.at + (headerLengths[basic.format] ?? 0);
    if (bytes.length < at) return 0;
    const known = this.#streams.get(basic.streamId);
    if (!known && basic.format !== 0)
      throw new MalformedChunks('chunk stream begins in the middle');
    if (!known && this.#streams.size >= maxChunkStreams) {
      throw new MalformedChunks('too many chunk streams');
    }
    const stream = known ?? newChunkStream();
    const used = this.#applyHeader(stream, bytes, basic);
    if (used === 0) return 0;
    if (!known) this.#streams.set(basic.streamId, stream);
    if (stream.length > this.limits.message) throw new MalformedChunks('message is too large');
    this.#open = { stream, left: Math.min(this.#chunkSize, stream.length - stream.filled) };
    if (stream.length === 0) {
      this.#open = null;
      this.#finish(stream);
    }
    return used;
  }

  #applyHeader(stream: ChunkStream, bytes: Buffer, basic: Header): number {
    const { format, at } = basic;
    const end = at + (headerLengths[format] ?? 0);
    const continues = stream.filled > 0;
    if (format === 3) return this.#applyShortHeader(stream, bytes, end);
    const field = bytes.readUIntBE(at, 3);
    const isExtended = field === extended;
    if (isExtended && bytes.length < end + 4) return 0;
    const time = isExtended ? bytes.readUInt32BE(end) : field;
    // A new header in the middle of a message gives that message up.
    if (continues) this.#forget(stream);
    stream.extended = isExtended ? time : null;
    stream.delta = format === 0 ? 0 : time;
    stream.timestamp = format === 0 ? time : (stream.timestamp + time) >>> 0;
    if (format <= 1) {
      stream.length = bytes.readUIntBE(at + 3, 3);
      stream.type = bytes.readUInt8(at + 6);
    }
    if (format === 0) stream.streamId = bytes.readUInt32LE(at + 7);
    return isExtended ? end + 4 : end;
  }

  #applyShortHeader(stream: ChunkStream, bytes: Buffer, end: number): number {
    let used = end;
    if (stream.extended !== null) {
      // Some encoders repeat the extended timestamp before every chunk, some do not: the four
      // bytes are it only when they say the same.
      if (bytes.length < end + 4) return 0;
      if (bytes.readUInt32BE(end) === stream.extended) used = end + 4;
    }
    if (stream.filled === 0) stream.timestamp = (stream.timestamp + stream.delta) >>> 0;
    return used;
  }
}

function newChunkStream(): ChunkStream {
  return {
    timestamp: 0,
    delta: 0,
    extended: null,
    length: 0,
    type: 0,
    streamId: 0,
    body: Buffer.alloc(0),
    filled: 0,
  };
}

function readBasicHeader(bytes: Buffer): Header | null {
  const first = bytes[0];
  if (first === undefined) return null;
  const format = first >> 6;
  const low = first & 0x3f;
  if (low >= 2) return { format, streamId: low, at: 1 };
  if (low === 0) return bytes.length < 2 ? null : { format, streamId: 64 + (bytes[1] ?? 0), at: 2 };
  if (bytes.length < 3) return null;
  return { format, streamId: 64 + (bytes[1] ?? 0) + (bytes[2] ?? 0) * 256, at: 3 };
}

/** One message as chunks of `chunkSize`, on the given chunk stream (2 to 63). */
export function encodeChunks(
  message: RtmpMessage,
  options: { chunkStreamId: number; chunkSize: number },
): Buffer {
  const { chunkStreamId, chunkSize } = options;
  const isExtended = message.timestamp >= extended;
  const head = Buffer.alloc(isExtended ? 16 : 12);
  head.writeUInt8(chunkStreamId & 0x3f, 0);
  head.writeUIntBE(isExtended ? extended : message.timestamp, 1, 3);
  head.writeUIntBE(message.body.length, 4, 3);
  head.writeUInt8(message.type, 7);
  head.writeUInt32LE(message.streamId, 8);
  const again = Buffer.alloc(isExtended ? 5 : 1);
  again.writeUInt8(0xc0 | (chunkStreamId & 0x3f), 0);
  if (isExtended) {
    head.writeUInt32BE(message.timestamp, 12);
    again.writeUInt32BE(message.timestamp, 1);
  }
  const pieces = [head, message.body.subarray(0, chunkSize)];
  for (let at = chunkSize; at < message.body.length; at += chunkSize) {
    pieces.push(again, message.body.subarray(at, at + chunkSize));
  }
  return Buffer.concat(pieces);
}
