/** How far ffmpeg is behind what it was given, every quarter of a second, the oldest first. */
export type StrainSample = { lagMs: number; sinceMadeMs: number };

export type Strain = 'fine' | 'behind' | 'stuck';

export const strainEveryMs = 250;
/** Samples that are looked at: two seconds. */
export const strainSamples = 8;

const limits = { behindMs: 2_500, tooMuchMs: 10_000, catchesUpMs: 400, stuckMs: 12_000 };
/** A run begins with what was kept while its source was looked at, and ffmpeg has to start. */
const youngMs = 8_000;

type RunSoFar = { runMs: number; stuckMs?: number };

/**
 * Can the machine keep up with what it encodes? `behind`: pictures have been late by 2.5 s for two
 * seconds and it is not catching up (not in the first eight seconds of a run), or they are 10 s late.
 * `stuck`: it gives nothing at all any more.
 */
export function judgeStrain(
  samples: readonly StrainSample[],
  { runMs, stuckMs = limits.stuckMs }: RunSoFar,
): Strain {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last) return 'fine';
  if (last.lagMs > 0 && last.sinceMadeMs > stuckMs) return 'stuck';
  if (last.lagMs > limits.tooMuchMs) return 'behind';
  const isLate = runMs > youngMs && samples.length >= strainSamples && samples.every(isBehind);
  const catchesUp = first.lagMs - last.lagMs > limits.catchesUpMs;
  return isLate && !catchesUp ? 'behind' : 'fine';
}

const isBehind = ({ lagMs }: StrainSample): boolean => lagMs > limits.behindMs;

/**
 * Which rendition rests next when the machine cannot keep up: of those that are encoded the one
 * whose loss costs viewers least. The last one rests only when the source is shown as it comes.
 */
export function nextToRest(
  encoded: readonly { name: string; shortSide: number }[],
  isSourceShown: boolean,
): string | null {
  if (encoded.length === 0 || (encoded.length === 1 && !isSourceShown)) return null;
  const worth = (side: number) => {
    const index = worthFirst.findIndex((standard) => Math.abs(standard - side) <= standard * 0.1);
    return index < 0 ? worthFirst.length : index;
  };
  const byWorth = encoded.toSorted((a, b) => worth(b.shortSide) - worth(a.shortSide));
  return byWorth[0]?.name ?? null;
}

/** Which rendition is worth its work first: the one that every line can carry, then the sharp one. */
export const worthFirst: readonly number[] = [360, 720, 540, 1080];
