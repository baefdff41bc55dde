import type { ApiKey } from '#contract/api-keys.ts';
import { integrationLimits } from '#contract/integrations.ts';
import type { KeyScope } from '#contract/shared/scopes.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { type Actor, hasRole } from '#server/platform/http/actor.ts';
import { keyCan, keyHint, keyState } from './api-keys.rules.ts';

/** All keys of an owner, newest first, those that open nothing any more included. */
export async function keysOf(db: Db, ownerId: string): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'last_four', 'scopes', 'created_at as createdAt'])
    .select(['ends_at as endsAt', 'last_used_at as lastUsedAt', 'revoked_at as revokedAt'])
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ last_four, scopes, ...row }) => {
    const state = keyState(row, nowText());
    const hint = keyHint(last_four);
    return { ...row, hint, scopes: scopes as KeyScope[], state, can: keyCan(state) };
  });
}

export const isFull = (keys: readonly ApiKey[]): boolean =>
  keys.filter(({ state }) => state === 'good').length >= integrationLimits.keys;

/** The actor's keys. Only who organizes makes some: a key acts as an organizer. */
export async function listApiKeys(actor: Actor) {
  const items = await keysOf(db(), actor.id);
  return { items, can: { create: hasRole(actor, 'PRODUCER') && !isFull(items) } };
}
