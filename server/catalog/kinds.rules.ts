import type { ProductType } from '#contract/catalog.ts';
import { isDatedType, sentTypes } from '#contract/shared/product-kinds.ts';

/** Does it have dates of its own? */
export const isDated = ({ type }: { type: ProductType }): boolean => isDatedType(type);

/** Does it consist of other products, whose tickets it gives? */
export const isBundle = ({ type }: { type: ProductType }): boolean => type === 'bundle';

/** Is it sent or picked up, instead of watched? */
export const isSent = ({ type }: { type: ProductType }): boolean => sentTypes.includes(type);
