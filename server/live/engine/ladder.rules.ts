import type { Source } from './source-probe.ts';
import { worthFirst } from './strain.rules.ts';

/**
 * One rendition of a broadcast. The list is fixed when the broadcast first goes live, since
 * players read the multivariant playlist once; later feeds are fitted into it.
 */
export type Rung = {
  name: string;
  /** The shorter side of the picture in pixels: 720 for 1280x720 and for 720x1280; 0: audio only. */
  shortSide: number;
  /** Bits per second that are announced for the rung, audio included. */
  bandwidth: number;
};

export type RungPlan = {
  name: string;
  /** It rests: for now it shows what is made for this other rung. */
  like?: string;
  video: null | { copy: true } | { copy: false; width: number; height: number; bits: number };
  audio: null | { copy: boolean };
};

export type LadderSettings = {
  cores: number;
  /** Short sides to offer below the source, or exactly these when the operator says so. */
  sides?: readonly number[];
};

const standardSides = [1080, 720, 540, 360];
/** Encoded pixels per second and core that leave air for decoding, packaging and all the rest. */
const pixelsPerCore = 20_000_000;
export const audioBits = 128_000;

const bitsOf: Record<number, number> = {
  1080: 4_500_000,
  720: 2_500_000,
  540: 1_400_000,
  360: 700_000,
};

export function videoBits(shortSide: number, frameRate: number): number {
  const nearest = standardSides.find((side) => shortSide >= side * 0.9);
  const base = nearest ? (bitsOf[nearest] ?? 700_000) : 400_000;
  return frameRate > 35 ? Math.round(base * 1.4) : base;
}

/** Baseline, main and high: what every browser plays. The others have more bits or more colour. */
const playedProfiles: readonly string[] = ['42', '4d', '58', '64'];

/** Is the picture passed on as it comes? Plain H.264 with a keyframe every 1 to 4 seconds. */
export function canPassThrough(source: Source): boolean {
  const { video } = source;
  if (video?.codec !== 'h264' || !video.shape || video.keyframeSeconds === null) return false;
  if (!playedProfiles.includes(video.shape.codec.slice(5, 7))) return false;
  return video.keyframeSeconds >= 0.9 && video.keyframeSeconds <= 4.2;
}

export function canCopyAudio(source: Source): boolean {
  const shape = source.audio?.shape;
  if (source.audio?.codec !== 'aac' || !shape) return false;
  return shape.objectType === 2 && shape.channels >= 1 && shape.channels <= 2;
}

export function shortSideOf(source: Source): number {
  const shape = source.video?.shape;
  return shape ? Math.min(shape.width, shape.height) : 360;
}

/** The ladder for a new broadcast, highest rung first, never above the source. */
export function chooseLadder(source: Source, settings: LadderSettings): Rung[] {
  if (!source.video) return [{ name: 'audio', shortSide: 0, bandwidth: audioBits + 20_000 }];
  const top = shortSideOf(source);
  const { frameRate, bitsPerSecond } = source.video;
  const passes = canPassThrough(source);
  const wanted = settings.sides ?? standardSides;
  const below = wanted.filter((side) => (passes ? side < top * 0.9 : side <= top));
  const encoded = settings.sides ? below : affordable(below, source, settings.cores);
  const sides = passes ? [top, ...encoded] : encoded;
  if (sides.length === 0) sides.push(Math.min(top, 1080));
  return sides
    .toSorted((a, b) => b - a)
    .map((side, index) => ({
      name: `${side}p`,
      shortSide: side,
      bandwidth:
        index === 0 && passes
          ? Math.round(bitsPerSecond * 1.3) + 200_000
          : Math.round(videoBits(side, frameRate) * 1.2) + audioBits,
    }));
}

function affordable(sides: readonly number[], source: Source, cores: number): number[] {
  let left = cores * pixelsPerCore;
  const chosen: number[] = [];
  for (const side of worthFirst.filter((one) => sides.includes(one))) {
    const { width, height } = scaled(source, side);
    const cost = width * height * (source.video?.frameRate ?? 30);
    if (chosen.length > 0 && cost > left) continue;
    left -= cost;
    chosen.push(side);
  }
  return chosen;
}

/** Width and height, both even, of the source scaled to a short side. */
export function scaled(source: Source, shortSide: number): { width: number; height: number } {
  const shape = source.video?.shape ?? { width: 640, height: 360 };
  const long = Math.max(shape.width, shape.height);
  const short = Math.min(shape.width, shape.height);
  const even = (value: number) => Math.max(2, Math.round(value / 2) * 2);
  const longSide = even((long * shortSide) / short);
  const side = even(shortSide);
  return shape.width >= shape.height
    ? { width: longSide, height: side }
    : { width: side, height: longSide };
}

/**
 * How each rung of a broadcast is made from the source that feeds it now. One that rests shows the
 * next smaller rung that does not, so that its address goes on; without a smaller one the next larger.
 */
export function planRungs(
  rungs: readonly Rung[],
  source: Source,
  resting: ReadonlySet<string> = new Set(),
): RungPlan[] {
  const plans = rungs.map((rung, index) => planRung(rung, source, index === 0));
  return plans.map((plan, index) => {
    if (!resting.has(plan.name)) return plan;
    const awake = (one: RungPlan) => !resting.has(one.name);
    const shown = plans.slice(index).find(awake) ?? plans.slice(0, index).findLast(awake);
    return shown ? { ...shown, name: plan.name, like: shown.name } : plan;
  });
}

/** How large the picture of a rung is; never larger than its source. */
export const sizeOfRung = ({ shortSide }: Pick<Rung, 'shortSide'>, source: Source) =>
  scaled(source, Math.min(shortSide, shortSideOf(source)));

function planRung({ name, shortSide }: Rung, source: Source, isFirst: boolean): RungPlan {
  const audio = source.audio ? { copy: canCopyAudio(source) } : null;
  const top = shortSideOf(source);
  if (shortSide === 0 || !source.video) return { name, video: null, audio };
  const passes = isFirst && canPassThrough(source) && top <= shortSide * 1.1;
  if (passes) return { name, video: { copy: true }, audio };
  const bits = videoBits(Math.min(shortSide, top), source.video.frameRate);
  return { name, video: { copy: false, ...sizeOfRung({ shortSide }, source), bits }, audio };
}

/**
 * PART-TARGET in seconds for a frame length: the smallest from 0.334 up at which whole frames fill
 * at least 85 % of a part, as the protocol demands.
 */
export function partTarget(frameSeconds: number): number {
  for (let target = 0.334; target <= 1; target = Math.round((target + 0.002) * 1000) / 1000) {
    const filled = Math.floor((target + 1e-6) / frameSeconds) * frameSeconds;
    if (filled >= target * 0.86) return target;
  }
  return 1;
}
