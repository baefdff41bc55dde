/** The door of `site`: what other areas may ask. */
export { SiteConfigSaved } from './announcements.ts';
export { findConfig, forgetConfig } from './config.queries.ts';
