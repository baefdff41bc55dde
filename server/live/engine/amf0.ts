/**
 * AMF0, the value encoding of RTMP commands. Input comes from strangers: every length, depth and
 * count is bounded, and anything else than well-formed AMF0 throws `MalformedAmf`.
 */
export type AmfValue = number | boolean | string | null | undefined | AmfValue[] | AmfObject;
export type AmfObject = { [key: string]: AmfValue };

export class MalformedAmf extends Error {}

const maxDepth = 8;
const maxEntries = 512;

const marker = {
  number: 0x00,
  boolean: 0x01,
  string: 0x02,
  object: 0x03,
  null: 0x05,
  undefined: 0x06,
  ecmaArray: 0x08,
  objectEnd: 0x09,
  strictArray: 0x0a,
  date: 0x0b,
  longString: 0x0c,
} as const;

type Cursor = { bytes: Buffer; at: number; entries: number };

/** Decodes every value of a command body. */
export function decodeAmf(bytes: Buffer): AmfValue[] {
  const cursor: Cursor = { bytes, at: 0, entries: 0 };
  const values: AmfValue[] = [];
  while (cursor.at < bytes.length) values.push(readValue(cursor, 0));
  return values;
}

function take(cursor: Cursor, length: number): number {
  const start = cursor.at;
  if (start + length > cursor.bytes.length) throw new MalformedAmf('value is cut off');
  cursor.at = start + length;
  return start;
}

function countEntry(cursor: Cursor): void {
  cursor.entries += 1;
  if (cursor.entries > maxEntries) throw new MalformedAmf('too many values');
}

function readText(cursor: Cursor, lengthBytes: 2 | 4): string {
  const length = cursor.bytes.readUIntBE(take(cursor, lengthBytes), lengthBytes);
  const start = take(cursor, length);
  return cursor.bytes.toString('utf8', start, start + length);
}

function readValue(cursor: Cursor, depth: number): AmfValue {
  if (depth > maxDepth) throw new MalformedAmf('values are nested too deep');
  countEntry(cursor);
  switch (cursor.bytes.readUInt8(take(cursor, 1))) {
    case marker.number:
      return cursor.bytes.readDoubleBE(take(cursor, 8));
    case marker.boolean:
      return cursor.bytes.readUInt8(take(cursor, 1)) !== 0;
    case marker.string:
      return readText(cursor, 2);
    case marker.longString:
      return readText(cursor, 4);
    case marker.object:
      return readProperties(cursor, depth);
    case marker.ecmaArray:
      take(cursor, 4); // the declared count is only a hint, the end marker decides
      return readProperties(cursor, depth);
    case marker.strictArray:
      return readArray(cursor, depth);
    case marker.date: {
      const milliseconds = cursor.bytes.readDoubleBE(take(cursor, 8));
      take(cursor, 2);
      return milliseconds;
    }
    case marker.null:
      return null;
    case marker.undefined:
      return undefined;
    default:
      throw new MalformedAmf('unknown kind of value');
  }
}

function readProperties(cursor: Cursor, depth: number): AmfObject {
  // Without a prototype, so that a property called __proto__ is only a property.
  const object: AmfObject = Object.create(null);
  for (;;) {
    const key = readText(cursor, 2);
    if (key === '' && cursor.bytes[cursor.at] === marker.objectEnd) {
      take(cursor, 1);
      return object;
    }
    object[key] = readValue(cursor, depth + 1);
  }
}

function readArray(cursor: Cursor, depth: number): AmfValue[] {
  const length = cursor.bytes.readUInt32BE(take(cursor, 4));
  if (length > maxEntries) throw new MalformedAmf('array is too long');
  return Array.from({ length }, () => readValue(cursor, depth + 1));
}

/** Encodes values one after the other, as the body of a command wants them. */
export function encodeAmf(...values: AmfValue[]): Buffer {
  return Buffer.concat(values.map(encodeValue));
}

function encodeValue(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([marker.null]);
  if (value === undefined) return Buffer.from([marker.undefined]);
  if (typeof value === 'boolean') return Buffer.from([marker.boolean, value ? 1 : 0]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'string') return encodeText(value);
  if (Array.isArray(value)) {
    const head = Buffer.alloc(5, marker.strictArray);
    head.writeUInt32BE(value.length, 1);
    return Buffer.concat([head, ...value.map(encodeValue)]);
  }
  const pairs = Object.entries(value).flatMap(([key, inner]) => [
    encodeKey(key),
    encodeValue(inner),
  ]);
  return Buffer.concat([
    Buffer.from([marker.object]),
    ...pairs,
    Buffer.from([0, 0, marker.objectEnd]),
  ]);
}

function encodeKey(key: string): Buffer {
  const text = Buffer.from(key, 'utf8');
  const bytes = Buffer.alloc(2 + text.length);
  bytes.writeUInt16BE(text.length, 0);
  text.copy(bytes, 2);
  return bytes;
}

function encodeText(value: string): Buffer {
  const text = Buffer.from(value, 'utf8');
  const long = text.length > 0xffff;
  const head = Buffer.alloc(long ? 5 : 3, long ? marker.longString : marker.string);
  if (long) head.writeUInt32BE(text.length, 1);
  else head.writeUInt16BE(text.length, 1);
  return Buffer.concat([head, text]);
}
