/** One encoded picture size. Bits are what it may take at most in a second, sound not counted. */
export type Rung = { name: string; width: number; height: number; bits: number };

const sides = [1080, 720, 540, 360];
const bitsOf = [5_000_000, 2_800_000, 1_600_000, 800_000];
const widest = 3840;
/** The copy of a source may take so much more than the rung of its size before both are offered. */
const heavy = 2;

export const audioBits = 128_000;
/** Seconds from one keyframe to the next in what we encode. */
export const segmentSeconds = 4;
export const highestRate = 60;
/** The folder of the rendition that is the source's own picture. */
export const copyName = 'source';

type Size = { width: number; height: number; frameRate: number };

/**
 * The sizes that are encoded, the best first and none above the source: all of them when its own
 * picture cannot go on as it is, else those below it, and one of its own size when it is heavy.
 */
export function chooseLadder(video: Size, copy: null | { bandwidth: number }): Rung[] {
  const top = Math.min(video.width, video.height);
  if (copy) {
    const own = rung(video, Math.min(top, sides[0] ?? top));
    const below = sides.filter((side) => side < top * 0.9).map((side) => rung(video, side));
    const isHeavy = copy.bandwidth > (own.bits + audioBits) * heavy;
    return isHeavy && !below.some(({ name }) => name === own.name) ? [own, ...below] : below;
  }
  const below = sides.filter((side) => side <= top);
  const best = below[0] ?? 0;
  const own = top < (sides[0] ?? 0) && top > best * 1.1 ? [top] : [];
  return [...own, ...below].map((side) => rung(video, side));
}

/** What can be watched first when everything has to be encoded. */
export const lowestOf = (rungs: readonly Rung[]): Rung[] => rungs.slice(-1);

function rung(video: Size, side: number): Rung {
  const short = Math.min(video.width, video.height);
  const long = Math.max(video.width, video.height);
  const scale = Math.min(1, side / short, widest / long);
  return {
    name: `${even(side)}p`,
    width: even(video.width * scale),
    height: even(video.height * scale),
    bits: bitsFor(side, video.frameRate),
  };
}

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);

function bitsFor(side: number, frameRate: number): number {
  const nearest = sides.findIndex((standard) => side >= standard * 0.9);
  const base = bitsOf[nearest] ?? 600_000;
  return frameRate > 35 ? base * 1.5 : base;
}
