import { forgetPlayback, setPlaybackCheck } from '#server/media/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db, db } from '#server/platform/database/index.ts';
import { listGoodViews } from './playback.queries.ts';
import { endViews } from './playback.store.ts';
import { lostSince } from './views.rules.ts';

type Question = { id: string; answer: (good: boolean) => void; fail: (error: unknown) => void };

/** Questions that come together are one statement. */
const gatherMs = 15;
let gathered: Question[] = [];

/** From now on `/media` asks here whether a view may go on. */
export const registerWatchCheck = (): void => setPlaybackCheck(mayStillWatch);

/** May this view go on? The media side remembers a verdict for some seconds. */
export function mayStillWatch(id: string): Promise<boolean> {
  return new Promise((answer, fail) => {
    if (gathered.length === 0) setTimeout(() => void askAll(), gatherMs);
    gathered.push({ id, answer, fail });
  });
}

async function askAll(): Promise<void> {
  const questions = gathered;
  gathered = [];
  try {
    const ids = [...new Set(questions.map(({ id }) => id))];
    const since = { now: nowText(), heardSince: instantText(lostSince(now())) };
    const good = await listGoodViews(db(), ids, since);
    for (const { id, answer } of questions) answer(good.has(id));
  } catch (error) {
    for (const { fail } of questions) fail(error);
  }
}

/** A right has ended: the views that lived of it end with it. */
export async function endViewsOf(
  tx: Db,
  whose: { ticketId: string } | { userId: string } | { tokenDigest: string },
): Promise<void> {
  const ended = await endViews(tx, whose, nowText());
  afterCommit(tx, () => {
    for (const { id } of ended) forgetPlayback(id);
  });
}
