import type { SiteConfig } from '#contract/site.ts';
import { fact } from '#server/platform/facts.ts';

export const SiteConfigSaved = fact<{ config: SiteConfig }>('site config saved');
