import type { ProductCard } from '#contract/catalog.ts';

/** How many cards one slider holds. */
export const sliderLength = 12;

export type Lists = Record<'live' | 'upcoming' | 'recent' | 'free', ProductCard[]>;

/** What is on the air stands in its own slider: "upcoming" begins with what comes after it. */
export const withoutLive = ({ live, upcoming, ...rest }: Lists): Lists => {
  const onAir = new Set(live.map(({ id }) => id));
  return { ...rest, live, upcoming: upcoming.filter(({ id }) => !onAir.has(id)) };
};

/** What stands first on the page: the featured product, else the nearest to a curtain going up. */
export const chooseHero = (featured: ProductCard | null, lists: Lists): ProductCard | null =>
  featured ?? lists.live[0] ?? lists.upcoming[0] ?? lists.recent[0] ?? null;
