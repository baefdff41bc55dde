/** What kinds of products there are, and what a product can be. */
import { z } from 'zod';

export const productTypes = [
  'product',
  'vod',
  'live',
  'broadcast',
  'podcast',
  'post',
  'course',
  'meet',
  'datasheet',
  'physical',
  'master',
  'plan',
  'bundle',
] as const;
/** A subscription that opens products: to their channel, or to the whole site. */
export const Opening = z.enum(['channel', 'site']);
export type Opening = z.infer<typeof Opening>;

export const ProductType = z.enum(productTypes);
export type ProductType = z.infer<typeof ProductType>;
/** What plays whenever one wants, from an uploaded file: it needs no hour of its own. */
export const assetTypes: readonly ProductType[] = ['vod', 'podcast', 'product'];
/** What plays a recording at an hour, for everybody alike: by the wall clock, as if it were live. */
export const clockTypes: readonly ProductType[] = ['live'];
/** What is sent or picked up: of it there are so many, and no hour. */
export const sentTypes: readonly ProductType[] = ['physical'];
/** What has dates: neither what plays whenever one wants, nor what is sent or consists of others. */
export const isDatedType = (type: ProductType): boolean =>
  !assetTypes.includes(type) && !sentTypes.includes(type) && type !== 'bundle';
/** The types that can be created so far; the others are known and shown. */
export const newProductTypes = ['broadcast', 'live', 'vod', 'physical', 'bundle'] as const;
export const NewProductType = z.enum(newProductTypes);
export type NewProductType = z.infer<typeof NewProductType>;

export const ProductPlan = z.enum(['paid', 'free']);
export const productStatuses = ['draft', 'published', 'private'] as const;
export const ProductStatus = z.enum(productStatuses);
export type ProductStatus = z.infer<typeof ProductStatus>;

export const suggestedAges = ['all', '13+', '18+'] as const;
export const SuggestedAge = z.enum(suggestedAges);
export type SuggestedAge = z.infer<typeof SuggestedAge>;
