/** The door of `site`: what other areas may ask. */
export { RatesChanged, SiteConfigSaved } from './announcements.ts';
export { findConfig, forgetConfig } from './config.queries.ts';
export { demandRateOf, findRates, lastRateOf } from './rates.queries.ts';
