import type { Invitation } from '#contract/rehearsals.ts';
import { mayEdit } from '#server/catalog/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { grantTicket } from '#server/tickets/index.ts';
import { lockLink } from './invitations.store.ts';
import { countGuests, findInvited, findVisits, type Invited } from './rooms.queries.ts';
import { invitationWorks, standingOf, whyNotEnter } from './rooms.rules.ts';

/** What a link invites to. Looking takes no place; a link that is dead or was never made is the same. */
export async function getInvitation(actor: Actor | null, token: string): Promise<Invitation> {
  const invited = await findWorking(db(), token);
  const { title, channel, host, slug } = invited;
  const standing = await meet(db(), actor, invited);
  return {
    ...{ title, channel, host, standing },
    room: standing === 'guest' || standing === 'host' ? slug : null,
    can: { enter: whyNotEnter(standing) === null },
  };
}

/**
 * Somebody comes in by a link: a ticket that costs nothing. Of several who want the last place one has
 * it. Whoever is in already is not let in twice, and owner and administrators need no ticket.
 */
export async function enterRoom(actor: Actor, token: string): Promise<{ room: string }> {
  return inTransaction(async (tx) => {
    if (!(await lockLink(tx, digestOf(token)))) refuse('SERVER_ERROR_NOT_FOUND');
    const invited = await findWorking(tx, token);
    const standing = await meet(tx, actor, invited);
    const refusal = whyNotEnter(standing);
    if (refusal) refuse(refusal);
    const { productId, slug: room } = invited;
    if (standing === 'open') {
      const ticket = { userId: actor.id, productId, sessionId: null, orderId: null };
      await grantTicket(tx, { ...ticket, source: 'invitation', now: nowText() });
    }
    return { room };
  });
}

async function findWorking(from: Db, token: string): Promise<Invited> {
  const invited = orRefuse(await findInvited(from, token));
  return orRefuse(invitationWorks(invited) ? invited : null);
}

/** What this person is to the room; a stranger is told whether there is a place. */
async function meet(from: Db, actor: Actor | null, invited: Invited) {
  const { productId, places, madeAt: linkMadeAt } = invited;
  const visits = actor
    ? await findVisits(from, { productId, userId: actor.id })
    : { isGuest: false, removedAt: null };
  return standingOf({
    ...visits,
    isHost: mayEdit(actor, invited),
    linkMadeAt,
    guests: await countGuests(from, productId),
    places,
  });
}
