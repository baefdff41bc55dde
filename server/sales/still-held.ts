import type { LetterLine, LetterOrder } from './letters.queries.ts';

/** Has all that was paid for it gone back? */
export const isGivenBack = ({ total, refunded }: Pick<LetterLine, 'total' | 'refunded'>): boolean =>
  total > 0 && refunded >= total;

/** An order as it stands after a part of it went back: what is still valid, and what was paid for that. */
export function stillHeld(order: LetterOrder): LetterOrder {
  const isValid = (line: LetterLine) => !isGivenBack(line);
  const back = order.chosen.reduce((sum, { refunded }) => sum + refunded, 0);
  return {
    ...order,
    chosen: order.chosen.filter(isValid),
    shows: order.shows.filter(isValid),
    total: order.total - back,
  };
}
