import type { ProductStatus, ProductType } from '#contract/catalog.ts';
import { isDatedType, sentTypes } from '#contract/shared/product-kinds.ts';

/** Does it have dates of its own? */
export const isDated = ({ type }: { type: ProductType }): boolean => isDatedType(type);

/** Does it consist of other products, whose tickets it gives? */
export const isBundle = ({ type }: { type: ProductType }): boolean => type === 'bundle';

/** Is it sent or picked up, instead of watched? */
export const isSent = ({ type }: { type: ProductType }): boolean => sentTypes.includes(type);

/**
 * Can a ticket for it be given to somebody else? Words sent to a stranger cost something, and a bundle or
 * a parcel is not for one account.
 */
export const isGiveable = ({
  type,
  plan,
  status,
}: {
  type: ProductType;
  plan: 'paid' | 'free';
  status: ProductStatus;
}): boolean =>
  status === 'published' && plan === 'paid' && !['bundle', 'physical', 'plan'].includes(type);
