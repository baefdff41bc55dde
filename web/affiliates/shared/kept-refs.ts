import { refDays } from '#contract/affiliates.ts';
import { browserNow } from '#web/platform/clock.ts';

const key = 'platea.ref';
const dayMs = 24 * 60 * 60 * 1000;

type Kept = {
  /** By channel: the last link that led to it, and until when that counts. */
  refs: Record<string, { code: string; until: number }>;
  /** By code: the day on which it was counted last. */
  counted: Record<string, string>;
};

function read(): Kept {
  try {
    const { refs = {}, counted = {} } = JSON.parse(localStorage.getItem(key) ?? '{}') as Kept;
    return { refs, counted };
  } catch {
    return { refs: {}, counted: {} };
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // No storage: the purchase counts for nobody.
  }
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Has this browser not yet been counted today for this code? */
export const isFirstToday = (code: string, now = browserNow()): boolean =>
  read().counted[code] !== dayOf(now);

/** Keeps whose link led to a channel, for thirty days; the last one wins. */
export function keepRefOf(channel: string, code: string, now = browserNow()): void {
  const { refs, counted } = read();
  const today = dayOf(now);
  write({
    refs: {
      ...Object.fromEntries(Object.entries(refs).filter(([, { until }]) => until > now)),
      [channel]: { code, until: now + refDays * dayMs },
    },
    counted: {
      ...Object.fromEntries(Object.entries(counted).filter(([, day]) => day === today)),
      [code]: today,
    },
  });
}

/** The code to send with an order to this channel; undefined when no link led there. */
export function refFor(channel: string | undefined, now = browserNow()): string | undefined {
  const kept = channel === undefined ? undefined : read().refs[channel];
  return kept && kept.until > now ? kept.code : undefined;
}
