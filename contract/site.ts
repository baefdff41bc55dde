import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant } from './shared/time.ts';

/** The nine switches of the site, saved as a whole. */
export const SiteConfig = z.object({
  approveUsers: z.boolean(),
  typeTag: z.boolean(),
  freeTag: z.boolean(),
  coupons: z.boolean(),
  moderatedChat: z.boolean(),
  languages: z.boolean(),
  notifications: z.boolean(),
  currencies: z.boolean(),
  timezones: z.boolean(),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export const siteConfigDefaults: SiteConfig = {
  approveUsers: false,
  typeTag: false,
  freeTag: false,
  coupons: false,
  moderatedChat: false,
  languages: true,
  notifications: true,
  currencies: false,
  timezones: true,
};

export const siteContract = {
  getConfig: endpoint({
    method: 'GET',
    path: '/api/config',
    who: 'public',
    summary: 'The switches of the site',
    answer: SiteConfig,
  }),
  saveConfig: endpoint({
    method: 'PUT',
    path: '/api/config',
    who: 'admin',
    summary: 'Save all switches at once',
    body: SiteConfig.strict(),
    answer: SiteConfig,
    errors: ['ADMIN.PAGE.SAVE_ERROR'],
  }),
};

/** The clock of the server, for countdowns that must not trust the browser's. */
export const clockContract = {
  getTime: endpoint({
    method: 'GET',
    path: '/api/time',
    who: 'public',
    summary: 'The time of the server',
    answer: z.object({ now: Instant }),
  }),
};
