import { Bits } from './bits.ts';

type Size = { width: number; height: number };

const parameterSet = 33;

/** Width and height from an HEVC configuration record (ISO 14496-15, 8.3.3.1); null when unclear. */
export function readHevcConfig(record: Buffer): Size | null {
  if (record.length < 23 || record[0] !== 1) return null;
  let at = 23;
  for (let array = 0; array < (record[22] ?? 0) && at + 3 <= record.length; array += 1) {
    const type = (record[at] ?? 0) & 0x3f;
    const count = record.readUInt16BE(at + 1);
    at += 3;
    for (let index = 0; index < count && at + 2 <= record.length; index += 1) {
      const length = record.readUInt16BE(at);
      if (type === parameterSet) return readSps(record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return null;
}

/** Of a sequence parameter set (ISO 23008-2, 7.3.2.2), up to the part of the picture that is shown. */
function readSps(nal: Buffer): Size | null {
  try {
    const bits = Bits.ofNal(nal);
    bits.read(16 + 4);
    const layers = bits.read(3);
    bits.read(1);
    skipProfile(bits, layers);
    bits.readUnsigned();
    const chroma = bits.readUnsigned();
    if (chroma === 3) bits.read(1);
    const coded = { width: bits.readUnsigned(), height: bits.readUnsigned() };
    if (!bits.read(1)) return coded;
    const [left = 0, right = 0, top = 0, bottom = 0] = [1, 2, 3, 4].map(() => bits.readUnsigned());
    const unit = { x: chroma === 1 || chroma === 2 ? 2 : 1, y: chroma === 1 ? 2 : 1 };
    return {
      width: coded.width - (left + right) * unit.x,
      height: coded.height - (top + bottom) * unit.y,
    };
  } catch {
    return null;
  }
}

/** profile_tier_level: 88 bits of a profile and 8 of a level, for the whole and for each sub-layer. */
function skipProfile(bits: Bits, layers: number): void {
  bits.read(88 + 8);
  const present = Array.from({ length: layers }, () => [bits.read(1), bits.read(1)] as const);
  if (layers > 0) bits.read(2 * (8 - layers));
  for (const [profile, level] of present) bits.read(88 * profile + 8 * level);
}
