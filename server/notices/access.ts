import type { NoticesAccess } from '#contract/notices.ts';
import { config } from '#server/platform/config.ts';
import { keyFor, sameSecret } from '#server/platform/secrets.ts';

/** Where GraphQL is answered. */
export const graphqlPath = '/graphql';

/**
 * The key that callers of the notifications service send: NOTIFICATIONS_API_KEY, or one derived
 * from the installation's secret. It names the caller, it opens nothing of anybody's.
 */
export const apiKey = (): string =>
  config().NOTIFICATIONS_API_KEY ?? keyFor('notifications api key').toString('base64url');

export const isApiKey = (given: unknown): boolean =>
  typeof given === 'string' && given.length < 300 && sameSecret(given, apiKey());

export const findAccess = (): NoticesAccess => ({ path: graphqlPath, apiKey: apiKey() });
