import { encodeAmf } from './amf0.ts';
import type { MediaTag } from './publication.ts';
import type { Source } from './source-probe.ts';

const flvHeadSize = 13;
const tagType = { audio: 8, video: 9, script: 18 } as const;

/** Which kinds of tags a stream carries. */
export type FlvParts = { video: boolean; audio: boolean };

/** The head of an FLV stream, with the metadata that a decoder would otherwise have to guess. */
export function flvHeader(source: Source, parts: FlvParts): Buffer {
  const flags = (parts.audio ? 4 : 0) | (parts.video ? 1 : 0);
  const head = Buffer.from([0x46, 0x4c, 0x56, 1, flags, 0, 0, 0, 9, 0, 0, 0, 0]);
  const shape = source.video?.shape;
  const facts = {
    ...(source.video ? { framerate: source.video.frameRate } : {}),
    ...(shape ? { width: shape.width, height: shape.height } : {}),
  };
  const body = encodeAmf('onMetaData', facts);
  return Buffer.concat([head, flvTag({ kind: 'script', timestamp: 0, body })]);
}

/** One tag followed by its length, as FLV wants it. The timestamp is in milliseconds. */
export function flvTag(tag: MediaTag): Buffer {
  const { body } = tag;
  const bytes = Buffer.allocUnsafe(11 + body.length + 4);
  bytes.writeUInt8(tagType[tag.kind], 0);
  bytes.writeUIntBE(body.length, 1, 3);
  bytes.writeUIntBE(tag.timestamp & 0xffffff, 4, 3);
  bytes.writeUInt8((tag.timestamp >>> 24) & 0xff, 7);
  bytes.writeUIntBE(0, 8, 3);
  body.copy(bytes, 11);
  bytes.writeUInt32BE(11 + body.length, 11 + body.length);
  return bytes;
}

const kinds: Record<number, MediaTag['kind']> = { 8: 'audio', 9: 'video', 18: 'script' };

/** Cuts a byte stream into its tags. It comes from our own ffmpeg; nonsense throws all the same. */
export class FlvReader {
  #waiting: Buffer[] = [];
  #length = 0;
  #needed = flvHeadSize;
  #isHeadRead = false;
  #take: (tag: MediaTag) => void;

  constructor(take: (tag: MediaTag) => void) {
    this.#take = take;
  }

  push(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.#needed) return;
    let rest = this.#waiting.length === 1 ? bytes : Buffer.concat(this.#waiting);
    if (!this.#isHeadRead) {
      if (rest.toString('latin1', 0, 3) !== 'FLV') throw new Error('not FLV');
      this.#isHeadRead = true;
      rest = rest.subarray(flvHeadSize);
    }
    for (;;) {
      this.#needed = rest.length < 11 ? 11 : 11 + rest.readUIntBE(1, 3) + 4;
      if (rest.length < this.#needed) break;
      this.#readTag(rest.subarray(0, this.#needed - 4));
      rest = rest.subarray(this.#needed);
    }
    this.#waiting = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
  }

  #readTag(bytes: Buffer): void {
    const kind = kinds[bytes.readUInt8(0) & 0x1f];
    if (!kind) throw new Error('unknown FLV tag');
    const timestamp = bytes.readUIntBE(4, 3) + bytes.readUInt8(7) * 0x1000000;
    // Copied: parts keep samples for a while, and must not keep whole pipe buffers with them.
    this.#take({ kind, timestamp, body: Buffer.from(bytes.subarray(11)) });
  }
}
