/** What tells in which country a buyer is, in the order in which it is believed. */
export type EvidenceKind = 'billing' | 'account' | 'card';

/** The countries that are known of a buyer; '' or none is not known. */
export type Evidence = Partial<Record<EvidenceKind, string>>;

export type BuyerCountry = {
  /** '' when nothing is known. */
  country: string;
  /** What agrees on it: two are what the law wants to be kept (Regulation 282/2011, art. 24b, 24f). */
  kinds: EvidenceKind[];
  isProven: boolean;
};

const order: readonly EvidenceKind[] = ['billing', 'account', 'card'];

/**
 * The country on which two agree, else the one that is believed first. Of three there are never two
 * pairs, so nobody has to choose between them.
 */
export function countryOf(evidence: Evidence): BuyerCountry {
  const known = order.filter((kind) => evidence[kind]);
  const agreeing = (kind: EvidenceKind) =>
    known.filter((other) => evidence[other] === evidence[kind]);
  const best = known.find((kind) => agreeing(kind).length > 1) ?? known[0];
  if (!best) return { country: '', kinds: [], isProven: false };
  const kinds = agreeing(best);
  return { country: evidence[best] ?? '', kinds, isProven: kinds.length > 1 };
}
