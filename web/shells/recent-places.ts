import { localStore } from '#web/platform/local-store.ts';

export type RecentPlace = { to: string; title: string };
type Kept = { of: string | null; places: RecentPlace[] };

const most = 6;
const store = localStore<Kept>('platea.recent');

/** Pages that one passes through: nobody wants to go back to them. */
const passing = /^\/(login|logup|logout|activate|recovery|reset|rehearsals|gift)/;

/** The list with this place first. Of another person's nothing stays. */
export function withPlace(kept: Kept | null, of: string | null, place: RecentPlace): Kept {
  const before = kept?.of === of ? kept.places : [];
  const others = before.filter(({ to }) => to !== place.to);
  return { of, places: [place, ...others].slice(0, most) };
}

/** `isFault`: it says that nothing is there, or that it could not be shown. */
type Visited = { pathname: string; pageTitle: string; isFault: boolean };

/** A page as a place to come back to, under the name that it gave itself; null when it is none. */
export function placeOf({ pathname, pageTitle, isFault }: Visited): RecentPlace | null {
  // A page that has no name yet is called as the site is.
  const title = /^(.+) · [^·]+$/.exec(pageTitle)?.[1] ?? '';
  const isPlace = pathname !== '/' && !passing.test(pathname) && title !== '' && !isFault;
  return isPlace ? { to: pathname, title } : null;
}

/** Keeps where somebody was. */
export function rememberPlace(of: string | null, visited: Visited): void {
  const place = placeOf(visited);
  if (place) store.write(withPlace(store.read(), of, place));
}

/** Where this person was last on this browser, the newest first. */
export function recentPlaces(of: string | null): RecentPlace[] {
  const kept = store.read();
  return kept?.of === of ? kept.places : [];
}
