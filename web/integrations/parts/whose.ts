import { ownWebhooks, siteWebhooks, type WebhookEndpoints } from '#contract/integrations.ts';

/** Whose webhooks are looked at: an organizer's own, or those of the site. */
export type Whose = 'own' | 'site';

/** The endpoints for them: the same, at another address. */
export const endpointsOf = (whose: Whose): WebhookEndpoints =>
  whose === 'own' ? ownWebhooks : siteWebhooks;

/** The page on which they are. */
export const pageOf = (whose: Whose): string =>
  whose === 'own' ? '/account/integrations' : '/manage/integrations';
