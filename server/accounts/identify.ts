import { instantText, now, nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { remembered } from '#server/platform/remembered.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { findTokenOwner, noteTokenUse } from './tokens.store.ts';

/** A token holds this long after its last use. */
export const tokenDays = 30;
const freshMs = 5000;
const noteEveryMs = 5 * 60_000;
const mostKept = 20_000;

const kept = remembered(new Map<string, { actor: Actor; at: number }>());

/**
 * The actor of a bearer token, or null when it is unknown, expired, or its owner is pending,
 * blocked or deleted. A yes is remembered for 5 s at most, so that other processes notice a stop
 * within that time; this process forgets at once. Each use moves the end to 30 days from now,
 * written at most once in 5 minutes.
 */
export async function identify(token: string): Promise<Actor | null> {
  const digest = digestOf(token);
  const tokenDigest = digest.toString('hex');
  const age = ageOf(tokenDigest);
  if (age !== null && age >= 0 && age < freshMs) return kept.get(tokenDigest)?.actor ?? null;
  const before = forgettings;
  const owner = await findTokenOwner(db(), digest, instantText(now()));
  if (!owner) {
    kept.delete(tokenDigest);
    return null;
  }
  const { lastUsedAt, ...person } = owner;
  await slide(digest, lastUsedAt);
  const actor: Actor = { ...person, tokenDigest };
  // Somebody was stopped while we read: what we read may be older than that.
  if (before === forgettings) remember(tokenDigest, actor);
  return actor;
}

const ageOf = (tokenDigest: string): number | null => {
  const found = kept.get(tokenDigest);
  return found ? nowMs() - found.at : null;
};

function remember(tokenDigest: string, actor: Actor): void {
  if (kept.size >= mostKept) kept.clear();
  kept.set(tokenDigest, { actor, at: nowMs() });
}

async function slide(digest: Buffer, lastUsedAt: string): Promise<void> {
  if (nowMs() - Date.parse(lastUsedAt) < noteEveryMs) return;
  await noteTokenUse(db(), digest, { usedAt: instantText(now()), expiresAt: tokenEnd() });
}

/** When a token used now will stop to hold. */
export const tokenEnd = (): string => instantText(now().add({ hours: tokenDays * 24 }));

let forgettings = 0;

/** The next question about this log-in reads the database again. */
export function forgetToken(tokenDigest: string): void {
  forgettings += 1;
  kept.delete(tokenDigest);
}

/** The next question about any log-in of this user reads the database again. */
export function forgetUser(userId: string): void {
  forgettings += 1;
  for (const [digest, { actor }] of kept) if (actor.id === userId) kept.delete(digest);
}
