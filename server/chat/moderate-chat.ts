import type { ChatDecide, ChatJoin, ChatRestrict, ChatRestriction } from '#contract/chat.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findMessage, listPlaces, listRestrictions } from './chat.queries.ts';
import { deleteAllBy, moveMessage, restrict, unrestrict } from './chat.store.ts';
import { accessAt, demandModerator } from './place.ts';
import { findShow } from './show.ts';
import { sayRemoved, sayToReaders } from './tell-readers.ts';

/** A moderator lets a waiting message through, or deletes any message. */
export async function decideMessage(actor: Actor, input: ChatDecide): Promise<null> {
  const { productId, messageId: id, decision } = input;
  await demandModerator(actor, productId);
  orRefuse(await findMessage(db(), { id, productId }));
  const by = { by: actor.id, at: nowText() };
  const moved =
    decision === 'approve'
      ? await moveMessage(db(), { id, productId }, { from: ['pending'], to: 'approved', ...by })
      : await moveMessage(
          db(),
          { id, productId },
          { from: ['pending', 'approved'], to: 'deleted', ...by },
        );
  if (!moved) refuse('CHAT_STATE');
  if (decision === 'delete') sayRemoved(productId, [id]);
  else sayToReaders(productId, orRefuse(await findMessage(db(), { id, productId })));
  return null;
}

/** Who is silenced in this chat or banned from it now, for its moderators: they can undo it here. */
export async function listRestrictedIn(
  actor: Actor,
  { productId }: ChatJoin,
): Promise<ChatRestriction[]> {
  await demandModerator(actor, productId);
  return listRestrictions(db(), productId, nowText());
}

/** A moderator silences or bans somebody in this chat, or takes that back. A ban takes the words too. */
export async function restrictPerson(actor: Actor, input: ChatRestrict): Promise<null> {
  const { productId, userId, kind, minutes } = input;
  await demandModerator(actor, productId);
  const show = orRefuse(await findShow(productId));
  const [place] = await listPlaces(db(), productId, [userId]);
  // Moderators do not silence each other.
  if (accessAt(show, { ...orRefuse(place), restriction: null }).moderate) refuse('FORBIDDEN');
  const at = nowText();
  const until = minutes ? instantText(now().add({ minutes })) : null;
  const removed = await inTransaction(async (tx) => {
    if (kind === 'none') await unrestrict(tx, { productId, userId });
    else await restrict(tx, { productId, userId }, { kind, by: actor.id, at, until });
    return kind === 'banned' ? deleteAllBy(tx, { productId, userId }, { by: actor.id, at }) : [];
  });
  sayRemoved(productId, removed);
  return null;
}
