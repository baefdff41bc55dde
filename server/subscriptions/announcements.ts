import { fact } from '#server/platform/facts.ts';

/** What the subscription to the whole site opens is more, or less, than before. */
export const SiteProductsChanged = fact<object>('site products changed');

/** One that waited for a rate goes on after all: it is kept open or charged. */
export const WaitResumed = fact<Record<string, never>>('wait for a rate resumed');
