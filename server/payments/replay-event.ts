import type { ProviderEventWhole } from '#contract/provider-events.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { NoticesFailed } from './announcements.ts';
import { getProviderEvent } from './events.queries.ts';
import { canReplay } from './events.rules.ts';
import { findNotice, insertReplay, listUnhandled, noteFailedTold } from './events.store.ts';
import { handleNotice } from './take-event.ts';

/**
 * An administrator has a notice handled again. One that had its effect has none again; what breaks is
 * part of the answer. Who did it is kept. Refuses EVENT_STATE for a mark of our own.
 */
export async function replayEvent(actor: Actor, id: string): Promise<ProviderEventWhole> {
  if (!canReplay(orRefuse(await findNotice(db(), id)))) refuse('EVENT_STATE');
  await handleAgain(id);
  const { state, error } = orRefuse(await findNotice(db(), id));
  await insertReplay(db(), { eventId: id, by: actor.id, at: nowText(), state, error });
  return getProviderEvent(id);
}

async function handleAgain(id: string): Promise<void> {
  const { provider, notice, state } = orRefuse(await findNotice(db(), id));
  if (state === 'handled') return;
  // What comes of it stands in its row: whoever asked reads it there.
  await handleNotice(provider, notice).catch(() => undefined);
}

/** A provider that is slow about one keeps the others waiting no longer. */
const atOnce = 5;

/**
 * By the clock: a notice that came in just before the process ended is handled, one that broke is tried
 * again, and of one that stays broken administrators hear, once.
 */
export async function handleUnhandled(): Promise<void> {
  const next = (await listUnhandled(db(), nowText())).values();
  const handle = async () => {
    for (const id of next) await handleAgain(id);
  };
  await Promise.all(Array.from({ length: atOnce }, handle));
  await inTransaction(async (tx) => {
    const count = await noteFailedTold(tx, nowText());
    if (count > 0) await announce(tx, NoticesFailed, { count });
  });
}
