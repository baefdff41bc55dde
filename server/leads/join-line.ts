import type { MyLeads } from '#contract/interest.ts';
import { findProduct, isPublic, saleIsOpen, seatsLeft } from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { keepLead, moveLead } from './leads.store.ts';
import { getMyLeads, hasGoodTicket } from './my-leads.queries.ts';
import { endPlace } from './offer-seats.ts';
import { insertPlace, lockPlaces } from './places.store.ts';
import { whyNotJoin } from './waiting.rules.ts';

type Which = { slug: string; sessionId: string };

/**
 * Somebody waits for a seat of a session that has none. Refuses SEATS_LEFT when there is one,
 * ALREADY_OWNED, PRODUCT_NOT_FOR_SALE and SESSION_CANCELLED. Whoever is in the line stays where they are.
 */
export async function joinLine(actor: Actor, { slug, sessionId }: Which): Promise<MyLeads> {
  const product = orRefuse(await findProduct(db(), slug));
  const session = orRefuse(product.sessions.find(({ id }) => id === sessionId));
  orRefuse(isPublic(product) || null);
  if (await hasGoodTicket(db(), actor.id, product.id)) refuse('ALREADY_OWNED');
  await inTransaction(async (tx) => {
    const [place] = await lockPlaces(tx, { userId: actor.id, sessionId });
    if (place) return;
    const line = {
      startsAt: session.startsAt,
      isCancelled: session.cancelledAt !== null,
      seatsLeft: seatsLeft(session),
      onSale: saleIsOpen(product, now()),
    };
    const because = whyNotJoin(line, now());
    if (because) refuse(because);
    await join(tx, actor, { productId: product.id, channelId: product.channelId, sessionId });
  });
  return getMyLeads(actor, slug);
}

async function join(
  tx: Db,
  actor: Actor,
  about: { productId: string; channelId: string; sessionId: string },
): Promise<void> {
  const at = nowText();
  const { id: leadId, state } = await keepLead(tx, {
    ...{ kind: 'waiting', userId: actor.id, language: actor.language, consentedAt: at, at },
    ...about,
  });
  await insertPlace(tx, { leadId, userId: actor.id, sessionId: about.sessionId, at });
  if (state === 'lost') await moveLead(tx, leadId, { from: 'lost', to: 'new', at });
}

/** Waits no longer; an offered seat goes to the next. Refuses PLACE_STATE once an order has it. */
export async function leaveLine(actor: Actor, { slug, sessionId }: Which): Promise<MyLeads> {
  const product = orRefuse(await findProduct(db(), slug));
  orRefuse(product.sessions.find(({ id }) => id === sessionId));
  await inTransaction(async (tx) => {
    const [place] = await lockPlaces(tx, { userId: actor.id, sessionId });
    if (!place || place.state === 'taken') refuse('PLACE_STATE');
    await endPlace(tx, place, 'left');
  });
  return getMyLeads(actor, slug);
}

/** Whoever may not log in waits for nothing: what is held for them goes to the next. */
export async function leaveLines(tx: Db, { userId }: { userId: string }): Promise<void> {
  for (const place of await lockPlaces(tx, { userId })) {
    if (place.state !== 'taken') await endPlace(tx, place, 'over');
  }
}

/** A showing that does not take place has no line. */
export async function closeLine(tx: Db, { sessionId }: { sessionId: string }): Promise<void> {
  for (const place of await lockPlaces(tx, { sessionId })) {
    if (place.state !== 'taken') await endPlace(tx, place, 'over');
  }
}
