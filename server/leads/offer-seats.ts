import {
  findProductById,
  freeSeat,
  holdSeat,
  isPublic,
  saleIsOpen,
} from '#server/catalog/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import {
  afterCommit,
  beforeCommit,
  type Db,
  db,
  inTransaction,
} from '#server/platform/database/index.ts';
import { Refusal } from '#server/platform/errors.ts';
import { enqueueSoon } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { moveLeads } from './leads.store.ts';
import {
  hasLine,
  listEnded,
  listLapsedOffers,
  listSessionsToOffer,
  lockNext,
  lockReturned,
  movePlace,
  type Place,
} from './places.store.ts';
import { findLineSession, type LineSession } from './sessions.queries.ts';
import { tellOffered } from './tell-offered.ts';
import { offerEnd } from './waiting.rules.ts';

/**
 * A seat was given back: at the end of the same transaction, while its row is still locked, it is held
 * for the next in line. Whoever gave it back to take it again has done so by then.
 */
export const offerFreed = (tx: Db, { sessionId }: { sessionId: string }): Promise<void> =>
  beforeCommit(tx, `seats of ${sessionId}`, () => offerSeats(tx, sessionId));

/** Holds the free seats of a session for those who wait for them, in their order. */
export async function offerSeats(tx: Db, sessionId: string): Promise<void> {
  if (!(await hasLine(tx, sessionId))) return;
  const session = await findLineSession(tx, sessionId);
  const until = session && (await findOfferEnd(tx, session));
  if (!until) return;
  await giveBackToBuyers(tx, session);
  const at = nowText();
  const offered: Place[] = [];
  for (;;) {
    const id = await lockNext(tx, session);
    if (!id || !(await takeSeat(tx, sessionId))) break;
    const place = await movePlace(tx, id, { from: 'waiting', to: 'offered', at, until });
    if (!place) throw new Error(`place ${id} left the line while it was locked`);
    offered.push(place);
  }
  if (offered.length === 0) return;
  const leadIds = offered.map(({ leadId }) => leadId);
  await moveLeads(tx, leadIds, { to: 'contacted', at });
  afterCommit(tx, () => enqueueSoon(tellOffered));
}

/** Null: nothing of this session is offered now. */
async function findOfferEnd(tx: Db, session: LineSession): Promise<string | null> {
  const product = await findProductById(tx, session.productId);
  if (!product || session.isCancelled) return null;
  if (!isPublic(product) || !saleIsOpen(product, now())) return null;
  const end = offerEnd(session.startsAt, now());
  return end && instantText(end);
}

/** An order that ended unpaid gives the seat back to whom it is offered, until that time is over. */
async function giveBackToBuyers(tx: Db, { sessionId }: LineSession): Promise<void> {
  const at = nowText();
  for (const id of await lockReturned(tx, { sessionId, now: at })) {
    if (!(await takeSeat(tx, sessionId))) return;
    await movePlace(tx, id, { from: 'taken', to: 'offered', at });
  }
}

async function takeSeat(tx: Db, sessionId: string): Promise<boolean> {
  try {
    await holdSeat(tx, sessionId);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'SOLD_OUT') return false;
    throw error;
  }
}

/** A place comes to its end, and with it the seat that is held by it. */
export async function endPlace(
  tx: Db,
  place: Place,
  to: 'left' | 'lapsed' | 'over',
): Promise<boolean> {
  const at = nowText();
  if (!(await movePlace(tx, place.id, { from: place.state, to, at }))) return false;
  await moveLeads(tx, [place.leadId], { to: 'lost', at });
  if (place.state === 'offered') await freeSeat(tx, place.sessionId);
  return true;
}

/**
 * What the clock does, each in a transaction of its own: offers whose time is over go to the next,
 * places of shows that have begun end, and seats that nobody offered are offered.
 */
export async function followLines(): Promise<void> {
  for (const id of await listLapsedOffers(db(), nowText())) {
    await alone({ placeId: id }, (tx) => lapse(tx, id));
  }
  for (const place of await listEnded(db(), nowText())) {
    await alone({ placeId: place.id }, async (tx) => void (await endPlace(tx, place, 'over')));
  }
  for (const sessionId of await listSessionsToOffer(db(), nowText())) {
    await alone({ sessionId }, (tx) => offerSeats(tx, sessionId));
  }
}

async function lapse(tx: Db, id: string): Promise<void> {
  const at = nowText();
  const place = await movePlace(tx, id, { from: 'offered', to: 'lapsed', at });
  if (!place) return;
  await moveLeads(tx, [place.leadId], { to: 'lost', at });
  await freeSeat(tx, place.sessionId);
}

/** One that cannot be done is said in the log and holds up no other. */
async function alone(about: object, work: (tx: Db) => Promise<void>): Promise<void> {
  try {
    await inTransaction(work);
  } catch (error) {
    log().error({ err: error, ...about }, 'a line was not followed');
  }
}
