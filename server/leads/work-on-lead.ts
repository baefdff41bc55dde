import type { Lead, LeadState } from '#contract/leads.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { getLead } from './leads.queries.ts';
import { canMoveByHand } from './leads.rules.ts';
import { moveLead, writeNote } from './leads.store.ts';

/**
 * Somebody says how they stand with a lead. Refuses LEAD_STATE when it has left the state that was on the
 * screen, or nothing leads from there; 404 when it is of somebody else's channel.
 */
export async function workOnLead(
  actor: Actor,
  id: string,
  { from, to }: { from: LeadState; to: LeadState },
): Promise<Lead> {
  await getLead(actor, id);
  if (!canMoveByHand(from, to)) refuse('LEAD_STATE');
  const moved = await inTransaction((tx) => moveLead(tx, id, { from, to, at: nowText() }));
  if (!moved) refuse('LEAD_STATE');
  return getLead(actor, id);
}

/** Keeps a note about a lead, for whoever works with it; the person does not see it. */
export async function noteLead(actor: Actor, id: string, note: string): Promise<Lead> {
  await getLead(actor, id);
  await writeNote(db(), id, note);
  return getLead(actor, id);
}
