import { browserNow } from './clock.ts';
import { safeNext } from './guards.ts';

const key = 'platea.next';
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Keeps where a visitor wanted to go while they sign up: the letter opens another tab, so it cannot
 * stand in the address. It is forgotten after a day.
 */
export function keepWanted(next: string, now = browserNow()): void {
  if (safeNext(next) === '/') return;
  try {
    localStorage.setItem(key, JSON.stringify({ next, until: now + dayMs }));
  } catch {
    // No storage: they land on the home page.
  }
}

/** The page that was kept, once; `/` when there is none. */
export function takeWanted(now = browserNow()): string {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    localStorage.removeItem(key);
    return kept && kept.until > now ? safeNext(kept.next) : '/';
  } catch {
    return '/';
  }
}

type Kept = { next: string; until: number };

/** `path` with the page to go on to, unless that is the home page. */
export const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;

/** What somebody goes on to: said by whoever stands in the way. */
export type Wanted = 'nothing' | 'rehearsal' | 'page';

/** What kind of page `next` is. An invitation to a rehearsal is often the first that a guest sees of us. */
export function wantedKind(next: string): Wanted {
  if (next === '/') return 'nothing';
  return /^\/rehearsals\/[^/]+$/.test(next) ? 'rehearsal' : 'page';
}
