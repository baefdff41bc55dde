import { useRouteLoaderData } from 'react-router';
import type { Currencies } from '#contract/currencies.ts';
import { type Brand, house } from '#contract/shared/brand.ts';
import type { SiteConfig } from '#contract/site.ts';

export type RootData = {
  config: SiteConfig;
  language: string;
  publicUrl: string;
  brand: Brand;
  /** What the bar offers to choose from; null while the site does not offer it. */
  currencies: Currencies | null;
};

/** While nothing is known of the site (its error page), nothing optional is offered. */
const nothingOptional: SiteConfig = {
  approveUsers: false,
  typeTag: false,
  freeTag: false,
  coupons: false,
  moderatedChat: false,
  languages: false,
  notifications: false,
  currencies: false,
  timezones: false,
};

/** The switches of the site, as the root loader read them. */
export function useSiteConfig(): SiteConfig {
  const root = useRouteLoaderData('root') as RootData | undefined;
  return root?.config ?? nothingOptional;
}

/** The address of the site that people type, without a slash at the end. */
export function usePublicUrl(): string {
  const root = useRouteLoaderData('root') as RootData | undefined;
  return root?.publicUrl ?? '';
}

/** Whose site this is: its name, its pictures, its accent. */
export function useBrand(): Brand {
  const root = useRouteLoaderData('root') as RootData | undefined;
  return root?.brand ?? house;
}
