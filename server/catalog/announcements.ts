import { fact } from '#server/platform/facts.ts';

type OfProduct = { productId: string };

/** It can be found and bought from now on; also when it was private before. */
export const ProductPublished = fact<OfProduct>('product published');
/** Something of a published or private product changed: texts, picture, price, showings, state. */
export const ProductChanged = fact<OfProduct>('product changed');
/** Its sale was ended; tickets stay valid. */
export const ProductWithdrawn = fact<OfProduct>('product withdrawn');
/** A showing of it does not take place. */
export const SessionCancelled = fact<OfProduct & { sessionId: string; by: string }>(
  'session cancelled',
);
/**
 * A seat of a showing was given back. Its row is locked to the end of the transaction, so whoever takes
 * the seat in a reaction has it before anybody else; whoever gave it back may take it again themselves.
 */
export const SeatFreed = fact<{ sessionId: string }>('seat freed');
/** A draft is about to be deleted: whoever keeps rows of it removes them now. */
export const DraftDeleted = fact<OfProduct>('draft deleted');
