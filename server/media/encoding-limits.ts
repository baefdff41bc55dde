import type { EncodingLimits, MediaFacts } from './encoding/index.ts';

const gigabyte = 1024 ** 3;
const hour = 3600;

/** What the work on one file may take: its time grows with the file's, the rest is the same for all. */
export const encodingLimits = ({ seconds }: Pick<MediaFacts, 'seconds'>): EncodingLimits => ({
  seconds: Math.min(22 * hour, hour + seconds * 12),
  memoryBytes: 3 * gigabyte,
  outputBytes: 12 * gigabyte,
});
