import type { AffiliateState } from '#contract/affiliates.ts';
import type { OrderLineKind } from '#contract/orders.ts';
import { shareOf } from '#contract/shared/money.ts';

/** The moves of a link: it ends, and may begin again. */
const moves: Record<AffiliateState, readonly AffiliateState[]> = {
  active: ['ended'],
  ended: ['active'],
};

export const canMoveAffiliate = (from: AffiliateState, to: AffiliateState): boolean =>
  moves[from].includes(to);

/** The organizer's side alone: for everybody else, administrators included, there is nothing to do. */
export const mayKeepAffiliate = (person: { id: string }, { ownerId }: { ownerId: string }) =>
  person.id === ownerId;

/** What its organizer can do with a link now. */
export const affiliateCan = ({ state }: { state: AffiliateState }) => ({
  rename: true,
  move: [...moves[state]],
});

/** Whom a purchase is owed to. */
export type Credit = {
  id: string;
  /** The only product that counts for them; null: whatever the channel sells. */
  productId: string | null;
};

/** May a purchase count for a link? What organizers buy of themselves nobody has brought. */
export const earnsCredit = (
  link: { state: AffiliateState; ownerId: string },
  buyer: { id: string },
): boolean => link.state === 'active' && buyer.id !== link.ownerId;

/**
 * What is sold for a price. What is given goes to the artist or the platform whole, shipping is a cost,
 * and a month of a channel comes again without anybody who brings it.
 */
const counted: readonly OrderLineKind[] = ['ticket', 'bundle', 'physical', 'gift'];

type Line = { kind: OrderLineKind; productId: string | null };

/** The affiliate to whom a line counts, `within` a bundle or alone; null when to nobody. */
export function creditedTo(credit: Credit | null, line: Line, within?: Line): string | null {
  if (!credit || !counted.includes(line.kind)) return null;
  const fits = [line.productId, within?.productId].includes(credit.productId);
  return credit.productId === null || fits ? credit.id : null;
}

/** What was agreed of a sum; of money that went back, nothing is owed. */
export const commissionOf = (base: number, basisPoints: number): number =>
  base > 0 ? shareOf(base, basisPoints) : 0;

/** Where a link leads, from the root of the site. */
export const pathOf = (link: {
  code: string;
  channel: { slug: string };
  product: { slug: string } | null;
}): string => {
  const { code, channel, product } = link;
  const page = product ? `/products/${product.slug}` : `/channels/${channel.slug}`;
  return `${page}?ref=${code}`;
};
