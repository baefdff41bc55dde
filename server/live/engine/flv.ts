import { encodeAmf } from './amf0.ts';
import type { MediaTag } from './publication.ts';
import type { Source } from './source-probe.ts';

const tagType = { audio: 8, video: 9, script: 18 } as const;

/** The head of an FLV stream, with the metadata that a decoder would otherwise have to guess. */
export function flvHeader(source: Source): Buffer {
  const flags = (source.audio ? 4 : 0) | (source.video ? 1 : 0);
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
