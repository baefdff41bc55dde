import { nowMs, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import type { Identify } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { looksLikeKey } from './api-keys.rules.ts';
import { findKeyOwner, noteUse } from './api-keys.store.ts';

const noteEveryMs = 60_000;

/**
 * Knows log-ins as `others` do, and keys besides. A key is looked up with each call, never remembered:
 * revoked, at its end, or with its owner stopped, it opens nothing from that instant on.
 */
export const withKeys =
  (others: Identify): Identify =>
  async (token) => {
    if (!looksLikeKey(token)) return others(token);
    const digest = digestOf(token);
    const found = await findKeyOwner(db(), digest, nowText());
    if (!found?.actor.key) return null;
    const { actor, lastUsedAt } = found;
    const { id } = found.actor.key;
    if (lastUsedAt === null || nowMs() - Date.parse(lastUsedAt) >= noteEveryMs) {
      await noteUse(db(), id, nowText());
    }
    return { ...actor, tokenDigest: digest.toString('hex') };
  };
