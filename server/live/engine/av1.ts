import { Bits } from './bits.ts';

type Size = { width: number; height: number };

const sequenceHeader = 1;

/** Width and height from an `av1C` record; null when it brings no sequence header, as it may. */
export function readAv1Config(record: Buffer): Size | null {
  return record[0] === 0x81 ? readAv1Size(record.subarray(4)) : null;
}

/** Width and height from the sequence header in a row of OBUs (AV1, 5.3 and 5.5); null without one. */
export function readAv1Size(units: Buffer): Size | null {
  try {
    for (let at = 0; at < units.length; ) {
      const head = units[at] ?? 0;
      const start = at + (head & 4 ? 2 : 1);
      const sized = head & 2 ? readLength(units, start) : null;
      const body = sized?.end ?? start;
      const end = sized ? body + sized.value : units.length;
      if (((head >> 3) & 0x0f) === sequenceHeader) return readHeader(units.subarray(body, end));
      at = end;
    }
  } catch {
    // Cut off: as good as missing.
  }
  return null;
}

function readLength(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = bytes.readUInt8(from + index);
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: from + index + 1 };
  }
  throw new RangeError('length is too long');
}

function readHeader(body: Buffer): Size {
  const bits = new Bits(body);
  bits.read(4);
  if (bits.read(1)) bits.read(5);
  else skipOperatingPoints(bits);
  const widthBits = bits.read(4) + 1;
  const heightBits = bits.read(4) + 1;
  return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 };
}

function skipOperatingPoints(bits: Bits): void {
  const delayBits = bits.read(1) ? readTiming(bits) : 0;
  const hasDisplayDelay = bits.read(1);
  const points = bits.read(5) + 1;
  for (let point = 0; point < points; point += 1) {
    bits.read(12);
    if (bits.read(5) > 7) bits.read(1);
    if (delayBits > 0 && bits.read(1)) bits.read(2 * delayBits + 1);
    if (hasDisplayDelay && bits.read(1)) bits.read(4);
  }
}

/** How many bits a buffer delay has; 0 without a model of the decoder. */
function readTiming(bits: Bits): number {
  bits.read(64);
  if (bits.read(1)) bits.readUnsigned();
  if (!bits.read(1)) return 0;
  const delayBits = bits.read(5) + 1;
  bits.read(32 + 5 + 5);
  return delayBits;
}
