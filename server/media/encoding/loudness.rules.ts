/** What a whole sound measures, by EBU R128. */
export type Loudness = {
  /** LUFS. */
  integrated: number;
  /** dBTP. */
  truePeak: number;
  /** LU. */
  range: number;
  threshold: number;
  offset: number;
};

const wanted = 'I=-16';
/** Half a decibel below what is promised (−1.5 dBTP): AAC adds a little to peaks. */
const peak = 'TP=-2';
/** Nothing but silence, or next to it: turning it up would only turn up noise. */
const silence = -60;
const stereo = 'aresample=48000,aformat=channel_layouts=stereo';

/**
 * Without a measurement, the filter that measures; with one, the filter that brings the sound there
 * by one gain for all of it where its peaks allow, which changes nothing else.
 */
export function loudnessFilter(measured: Loudness | 'silent' | null): string {
  if (measured === 'silent') return stereo;
  if (!measured) return `${stereo},loudnorm=${wanted}:${peak}:LRA=11:print_format=json`;
  const { integrated, truePeak, range, threshold, offset } = measured;
  const known = [
    `LRA=${Math.min(20, Math.max(11, Math.ceil(range)))}`,
    `measured_I=${integrated}:measured_TP=${truePeak}:measured_LRA=${range}`,
    `measured_thresh=${threshold}:offset=${offset}:linear=true`,
  ];
  return `${stereo},loudnorm=${wanted}:${peak}:${known.join(':')},aresample=48000`;
}

/** Finds the measurement at the end of what ffmpeg said; null when there is none. */
export function readLoudness(said: string): Loudness | 'silent' | null {
  const value = (name: string) => {
    const at = said.lastIndexOf(`"${name}"`);
    const found = at < 0 ? null : /:\s*"(-?[\d.]+|-?inf)"/.exec(said.slice(at, at + 60));
    return found?.[1] === undefined ? Number.NaN : Number(found[1].replace('inf', 'Infinity'));
  };
  const loudness = {
    integrated: value('input_i'),
    truePeak: value('input_tp'),
    range: value('input_lra'),
    threshold: value('input_thresh'),
    offset: value('target_offset'),
  };
  if (loudness.integrated < silence) return 'silent';
  return Object.values(loudness).every(Number.isFinite) ? loudness : null;
}
