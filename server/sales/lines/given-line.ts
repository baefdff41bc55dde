import type { NewLine } from './line.ts';

/** A line of what is given: there is nothing in return, and so no tax. */
export const givenLine = (
  line: Pick<NewLine, 'kind' | 'title' | 'total' | 'fee' | 'details'>,
): NewLine => ({
  ...line,
  net: line.total,
  taxRate: 0,
  tax: 0,
  priceFrom: 'product',
  // Of a product that is cancelled goes back what was paid for it, not what was given beside it.
  productId: null,
  sessionId: null,
  quantity: 1,
  code: null,
  holdsSeat: false,
});

const nothing = () => Promise.resolve();

/** It holds nothing, and gives nothing: the books say where its money is. */
export const givesNothing = { holds: () => [], secure: nothing, release: nothing };
