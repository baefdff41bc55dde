import { apiKeysContract } from '#contract/api-keys.ts';
import { type EventType, integrationsContract } from '#contract/integrations.ts';
import type { KeyScope } from '#contract/shared/scopes.ts';
import { tellOfChannel } from '#server/integrations/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import type { SomeChannel } from '#test/factories/channels.ts';
import { call } from '#test/story.ts';
import { anOrganizer, type Someone } from './accounts.ts';

/** A receiver of an organizer (a new one unless given), with its secret. */
export async function aWebhook(
  url: string,
  given: { as?: Someone; types?: EventType[] } = {},
): Promise<{ id: string; secret: string; owner: Someone }> {
  const owner = given.as ?? (await anOrganizer());
  const { webhook, secret } = await call(integrationsContract.createWebhook, {
    as: owner,
    body: { url, types: given.types ?? ['channel.published'] },
  });
  return { id: webhook.id, secret, owner };
}

/** Something to be told of, as a reaction tells it: in a transaction that commits. */
export const publish = ({ id: channelId }: Pick<SomeChannel, 'id'>): Promise<void> =>
  inTransaction((tx) => tellOfChannel(tx, 'channel.published', { channelId }));

/** A key of an organizer (a new one unless given). */
export async function aKey(
  scopes: KeyScope[],
  given: { as?: Someone; endsAt?: string } = {},
): Promise<{ id: string; token: string; owner: Someone }> {
  const owner = given.as ?? (await anOrganizer());
  const { apiKey, key } = await call(apiKeysContract.createApiKey, {
    as: owner,
    body: { name: 'Box office', scopes, endsAt: given.endsAt ?? null },
  });
  return { id: apiKey.id, token: key, owner };
}
