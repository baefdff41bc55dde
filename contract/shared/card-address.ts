type Shown = (string | number | null | undefined)[];

/** Grows when cards are drawn in another way. */
const drawnAs = 1;

/**
 * Seven signs that change with whatever a card shows (FNV-1a): an address that holds them never has
 * to be asked for again, and pages and server come to the same without asking each other.
 */
export function versionOf(shown: Shown): string {
  let hash = 0x811c9dc5;
  for (const sign of JSON.stringify([drawnAs, ...shown])) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, '0');
}

/** What the card of a product shows. */
export type ProductCardFacts = {
  slug: string;
  title: string;
  channelTitle: string;
  pictureId: string | null;
  startsAt: string | null;
  total: number;
  currency: string;
};

/** The picture that goes with a link to a product. */
export function productCardAddress(facts: ProductCardFacts, language: string): string {
  const { slug, title, channelTitle, pictureId, startsAt, total, currency } = facts;
  const version = versionOf([title, channelTitle, pictureId, startsAt, total, currency]);
  return `/og/products/${slug}-${version}.${language}.jpg`;
}

export type ChannelCardFacts = {
  slug: string;
  title: string;
  description: string;
  pictureId: string | null;
};

/** The picture that goes with a link to a channel. */
export function channelCardAddress(facts: ChannelCardFacts, language: string): string {
  const { slug, title, description, pictureId } = facts;
  return `/og/channels/${slug}-${versionOf([title, description, pictureId])}.${language}.jpg`;
}

/** Every card is as large. */
export const cardSize = { width: 1200, height: 630 } as const;
