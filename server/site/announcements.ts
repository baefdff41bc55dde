import type { SiteConfig } from '#contract/site.ts';
import { fact } from '#server/platform/facts.ts';

export const SiteConfigSaved = fact<{ config: SiteConfig }>('site config saved');

/** Prices are shown in other currencies by other rates from now on. */
export const RatesChanged = fact<Record<string, never>>('currency rates changed');
