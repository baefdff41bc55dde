import { refuse } from '#server/platform/errors.ts';
import { forgetBy } from '#server/platform/remembered.ts';

/** May this view go on? Asked anew at least every ten seconds for every view that fetches media. */
export type PlaybackCheck = (playbackId: string) => Promise<boolean>;

type Verdict = { allowed: boolean; until: number; staleUntil: number };

const freshMs = 5_000;
// While the database cannot answer, who was watching goes on watching for a while.
const staleMs = 60_000;
const maxVerdicts = 50_000;

let check: PlaybackCheck | null = null;
const verdicts = new Map<string, Verdict>();
forgetBy(() => setPlaybackCheck(null));
const asking = new Map<string, Promise<boolean>>();

/** The player says, at start-up, who decides. Until then a good signature is enough. */
export function setPlaybackCheck(next: PlaybackCheck | null): void {
  check = next;
  verdicts.clear();
}

/** A view has ended: the next fetch asks again. */
export function forgetPlayback(playbackId: string): void {
  verdicts.delete(playbackId);
}

/**
 * The verdict on a view, at most five seconds old. Answers at once when it is known. Refuses BUSY
 * when it can neither be asked nor remembered.
 */
export function mayStillWatch(playbackId: string): boolean | Promise<boolean> {
  if (!check) return true;
  const known = verdicts.get(playbackId);
  if (known && known.until > performance.now()) return known.allowed;
  return askAgain(playbackId, known ?? null);
}

function askAgain(playbackId: string, known: Verdict | null): Promise<boolean> {
  const underWay = asking.get(playbackId);
  if (underWay) return underWay;
  const answer = ask(playbackId, known).finally(() => asking.delete(playbackId));
  asking.set(playbackId, answer);
  return answer;
}

async function ask(playbackId: string, known: Verdict | null): Promise<boolean> {
  const current = check;
  if (!current) return true;
  try {
    const allowed = await current(playbackId);
    if (verdicts.size >= maxVerdicts) verdicts.clear();
    const at = performance.now();
    verdicts.set(playbackId, { allowed, until: at + freshMs, staleUntil: at + staleMs });
    return allowed;
  } catch {
    if (known && known.staleUntil > performance.now()) return known.allowed;
    return refuse('BUSY');
  }
}
