import { fact } from '#server/platform/facts.ts';

/** What the subscription to the whole site opens is more, or less, than before. */
export const SiteProductsChanged = fact<object>('site products changed');
