import { Bits } from './bits.ts';

const syncCode = 0x498342;
const rgb = 7;

/** Width and height of a VP9 keyframe (uncompressed header, 6.2); null for any other bytes. */
export function readVp9Size(frame: Buffer): { width: number; height: number } | null {
  try {
    const bits = new Bits(frame);
    if (bits.read(2) !== 2) return null;
    const profile = bits.read(1) + 2 * bits.read(1);
    if (profile === 3) bits.read(1);
    const showsOther = bits.read(1);
    const isBetween = bits.read(1);
    bits.read(2);
    if (showsOther || isBetween || bits.read(24) !== syncCode) return null;
    if (profile >= 2) bits.read(1);
    const hasPlanes = profile === 1 || profile === 3;
    if (bits.read(3) === rgb) bits.read(hasPlanes ? 1 : 0);
    else bits.read(hasPlanes ? 4 : 1);
    return { width: bits.read(16) + 1, height: bits.read(16) + 1 };
  } catch {
    return null;
  }
}
