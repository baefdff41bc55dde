import { localStore } from '#web/platform/local-store.ts';

export type RecentPlace = { to: string; title: string };
type Kept = { of: string | null; places: RecentPlace[] };

const most = 6;
const store = localStore<Kept>('platea.recent');

/** Pages that one passes through: nobody wants to go back to them. */
const passing = /^\/(login|logup|logout|activate|recovery|reset)/;

/** The list with this place first. Of another person's nothing stays. */
export function withPlace(kept: Kept | null, of: string | null, place: RecentPlace): Kept {
  const before = kept?.of === of ? kept.places : [];
  const others = before.filter(({ to }) => to !== place.to);
  return { of, places: [place, ...others].slice(0, most) };
}

/** Keeps where somebody was, under the name that the page gave itself. */
export function rememberPlace(of: string | null, pathname: string, pageTitle: string): void {
  // A page that has no name yet is called as the site is.
  const title = /^(.+) · [^·]+$/.exec(pageTitle)?.[1] ?? '';
  if (pathname === '/' || passing.test(pathname) || !title) return;
  store.write(withPlace(store.read(), of, { to: pathname, title }));
}

/** Where this person was last on this browser, the newest first. */
export function recentPlaces(of: string | null): RecentPlace[] {
  const kept = store.read();
  return kept?.of === of ? kept.places : [];
}
