/** The door of `site`: what other areas may ask. */
export { RatesChanged, SiteConfigSaved } from './announcements.ts';
export { findConfig, forgetConfig } from './config.queries.ts';
export { findRates } from './rates.queries.ts';
