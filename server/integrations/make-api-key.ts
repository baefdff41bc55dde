import type { ApiKey, ApiKeyForm } from '#contract/api-keys.ts';
import { nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { type Actor, hasRole } from '#server/platform/http/actor.ts';
import { digestOf, newToken } from '#server/platform/secrets.ts';
import { isFull, keysOf } from './api-keys.queries.ts';
import { keyPrefix } from './api-keys.rules.ts';
import { insertKey, noteAct, revokeKey } from './api-keys.store.ts';
import { lockKeeper } from './webhooks.store.ts';

/**
 * A new key of 256 random bits, told this once. Refuses FORBIDDEN for who does not organize,
 * API_KEY_LIMIT, and an end that has passed.
 */
export async function createApiKey(
  actor: Actor,
  { name, scopes: asked, endsAt }: ApiKeyForm,
): Promise<{ apiKey: ApiKey; key: string }> {
  if (!hasRole(actor, 'PRODUCER')) refuse('FORBIDDEN');
  const at = nowText();
  if (endsAt !== null && Date.parse(endsAt) <= Date.parse(at)) {
    refuse('VALIDATION', { fields: { endsAt: 'time_past' } });
  }
  const key = `${keyPrefix}${newToken()}`;
  const scopes = [...new Set(asked)];
  const apiKey = await inTransaction(async (tx) => {
    await lockKeeper(tx, 'keys', { ownerId: actor.id });
    if (isFull(await keysOf(tx, actor.id))) refuse('API_KEY_LIMIT');
    const digest = digestOf(key);
    const given = { ownerId: actor.id, name, digest, lastFour: key.slice(-4), scopes, endsAt, at };
    const keyId = await insertKey(tx, given);
    await noteAct(tx, { keyId, act: 'created', by: actor.id, scopes, at });
    return orRefuse((await keysOf(tx, actor.id)).find(({ id }) => id === keyId));
  });
  return { apiKey, key };
}

/** Ends a key of the actor at once. Refuses 404, also for one that was revoked before. */
export async function revokeApiKey(actor: Actor, keyId: string): Promise<undefined> {
  const at = nowText();
  await inTransaction(async (tx) => {
    const scopes = orRefuse(await revokeKey(tx, { id: keyId, ownerId: actor.id, at }));
    await noteAct(tx, { keyId, act: 'revoked', by: actor.id, scopes, at });
  });
}
