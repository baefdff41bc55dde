import { findPerson } from '#server/accounts/index.ts';
import { notifyPeople } from '#server/notices/index.ts';
import { giveUpPayment, moneyText } from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, Refusal } from '#server/platform/errors.ts';
import { defineJob, enqueueSoon } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import {
  endedByCancellation,
  endTicket,
  freeCodes,
  type LostTicket,
  listLostTickets,
} from '#server/tickets/index.ts';
import { sessionCancelledMail } from './cancellation-mail.ts';
import {
  type Cancellation,
  type CancellationSums,
  insertCancellation,
  listOrdersOfSession,
  listRunningCancellations,
  noteCancellationDone,
  sumCancellation,
} from './cancellations.store.ts';
import { type CancelledShow, findCancelledShow } from './cancelled-shows.queries.ts';
import { cancelUnpaid } from './close-order.ts';
import { findLostOrder } from './orders.queries.ts';
import { giveBackWhole } from './refunds/refund-order.ts';

const perPage = 200;

/** A showing was cancelled: from now on its orders and tickets are brought to their end. */
export async function beginCancellation(
  tx: Db,
  { sessionId, productId, by }: { sessionId: string; productId: string; by: string },
): Promise<void> {
  await insertCancellation(tx, { sessionId, productId, requestedBy: by, at: nowText() });
  afterCommit(tx, () => enqueueSoon(followCancellations));
}

/**
 * What follows a cancelled showing, an order or a ticket at a time, each in a transaction of its own:
 * the rows themselves say what is still to be done, so a run that is cut, or comes twice, does nothing
 * twice. Called for by whoever cancels, and by the clock until all money is back or given up.
 */
export const followCancellations = defineJob<object>(
  'follow-cancellations',
  async () => {
    for (const one of await listRunningCancellations(db())) {
      await alone({ sessionId: one.sessionId }, () => follow(one));
    }
  },
  { cron: '* * * * *', retryLimit: 0 },
);

async function follow(cancellation: Cancellation): Promise<void> {
  const { sessionId, productId, requestedBy } = cancellation;
  const show = orRefuse(await findCancelledShow(db(), sessionId));
  const ordersThat = (which: 'pending' | 'owing') => (after: string | null) =>
    listOrdersOfSession(db(), { sessionId, which }, { after, limit: perPage });
  const ticketsAfter = (after: string | null) =>
    listLostTickets(db(), cancellation, { after, limit: perPage });
  await each(ordersThat('pending'), ({ id }) => closePending(id));
  await each(ticketsAfter, (ticket) => endOne(ticket, cancellation, show));
  await each(ordersThat('owing'), ({ id }) =>
    inTransaction((tx) =>
      giveBackWhole(tx, id, { by: requestedBy, reason: show.reason, productId, sessionId }),
    ),
  );
  await conclude(cancellation, show);
}

/** One after the other by ascending id; one that fails is said in the log and holds up no other. */
async function each<One extends { id: string }>(
  list: (after: string | null) => Promise<One[]>,
  act: (one: One) => Promise<unknown>,
): Promise<void> {
  let after: string | null = null;
  do {
    const page: One[] = await list(after);
    for (const one of page) await alone({ id: one.id }, () => act(one));
    after = page.length < perPage ? null : (page.at(-1)?.id ?? null);
  } while (after);
}

async function alone(about: object, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    log().error({ err: error, ...about }, 'a cancellation could not be followed');
  }
}

/** Whoever is about to pay pays no more. Money that is on its way already goes back when it comes. */
async function closePending(orderId: string): Promise<void> {
  try {
    await giveUpPayment(orderId);
    await inTransaction((tx) => cancelUnpaid(tx, orderId, 'the session was cancelled'));
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'ORDER_STATE')) throw error;
  }
}

/** Ticket, money, code, letter and bell of one holder, all or nothing. */
const endOne = (
  { id, userId, orderId }: LostTicket,
  { requestedBy, productId, sessionId }: Cancellation,
  show: CancelledShow,
): Promise<void> =>
  inTransaction(async (tx) => {
    const { reason } = show;
    const wish = { by: requestedBy, reason, productId, sessionId };
    const amount = orderId ? await giveBackWhole(tx, orderId, wish) : 0;
    if (!(await endTicket(tx, id, endedByCancellation))) return;
    const order = orderId ? await findLostOrder(tx, orderId, productId) : null;
    // The code has opened nothing: its holder may take it to another date.
    if (order?.code) await freeCodes(tx, order.id, { undo: true, code: order.code });
    const person = await findPerson(tx, userId);
    if (!person || person.blocked) return;
    const mail = sessionCancelledMail(person, { show, order, amount });
    await queueMail(tx, { ...mail, about: orderId });
    await notifyPeople(tx, {
      userIds: [userId],
      type: 'session_cancelled',
      values: { product: show.title, reason },
      path: order?.total ? '/mystuff/orders' : '/mystuff/products',
    });
  });

const isThrough = ({ tickets, pending, toReturn, onTheWay }: CancellationSums): boolean =>
  tickets === 0 && pending === 0 && toReturn === 0 && onTheWay === 0;

/** When all is done, or the bank has refused for good, the organizer hears how it went. */
async function conclude(cancellation: Cancellation, show: CancelledShow): Promise<void> {
  const sums = await sumCancellation(db(), cancellation);
  if (!isThrough(sums)) return;
  await inTransaction(async (tx) => {
    if (!(await noteCancellationDone(tx, cancellation.sessionId, nowText()))) return;
    for (const userId of new Set([show.ownerId, cancellation.requestedBy])) {
      await tellHowItWent(tx, userId, { show, sums });
    }
  });
}

async function tellHowItWent(
  tx: Db,
  userId: string,
  { show, sums }: { show: CancelledShow; sums: CancellationSums },
): Promise<void> {
  const person = await findPerson(tx, userId);
  if (!person) return;
  const { currency, returned, failed } = sums;
  const amount = moneyText(returned, currency ?? 'EUR', { language: person.language });
  await notifyPeople(tx, {
    userIds: [userId],
    type: wentAs(sums),
    values: { product: show.title, amount, count: failed },
    path: '/account/sales',
  });
}

function wentAs({ failed, returned }: CancellationSums) {
  if (failed > 0) return 'cancellation_failed';
  return returned > 0 ? 'cancellation_done' : 'cancellation_told';
}
