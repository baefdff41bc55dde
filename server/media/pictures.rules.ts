/** Widths that screens ask for; a picture is made in those that its source can fill. */
const steps = [320, 640, 1100, 1600] as const;
const largest = 1600;

/**
 * The formats in which every width is made, by the lanes that make them beside each other: two things
 * at a time and no more. AVIF takes about as long as the other two.
 */
export const formatLanes = [['avif'], ['webp', 'jpg']] as const;
export type PictureFormat = (typeof formatLanes)[number][number];

/**
 * The widths to make from a source, ascending and never above it. The source's own width is added
 * when the largest step would lose much of it, and stands alone when no step fits.
 */
export function widthsFor(source: number): number[] {
  const fitting = steps.filter((step) => step <= source);
  const reached = fitting.at(-1) ?? 0;
  return source < largest && reached < source * 0.85 ? [...fitting, source] : fitting;
}

/** No format that we write takes longer sides, and nobody draws them. */
export const longestSide = 16_000;
/** More than any camera that makes files of 8 MB; a bomb claims more. */
export const mostPixels = 64_000_000;

const jpegStart = [0xff, 0xd8, 0xff];
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const startsWith = (bytes: Uint8Array, start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** Judged by the first bytes alone; what the name or the sender says counts for nothing. */
export function pictureType(bytes: Uint8Array): 'jpeg' | 'png' | null {
  if (startsWith(bytes, jpegStart)) return 'jpeg';
  if (startsWith(bytes, pngStart)) return 'png';
  return null;
}
