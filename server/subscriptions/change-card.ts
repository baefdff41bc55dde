import type { PaymentMeans } from '#contract/payments.ts';
import type { CardChange, CardCheckout } from '#contract/subscriptions.ts';
import {
  askForCard,
  cardKeeping,
  cardMethodsFor,
  demandMeans,
  findCardGiven,
  isAskedLater,
} from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { getCard } from './my-subscriptions.queries.ts';
import { subscriptionCan } from './subscriptions.rules.ts';
import {
  findSubscription,
  lockSubscription,
  type SubscriptionRow,
  writeMeans,
} from './subscriptions.store.ts';

async function findOwn(actor: Actor, id: string): Promise<SubscriptionRow> {
  const found = await findSubscription(db(), id);
  return found?.userId === actor.id ? found : refuse('SERVER_ERROR_NOT_FOUND');
}

const sumOf = ({ price, currency }: SubscriptionRow) => ({ amount: price.total, currency });

/** Mine, whose card can be changed without paying. Refuses SUBSCRIPTION_STATE for any other. */
async function demandChangeable(actor: Actor, id: string): Promise<SubscriptionRow> {
  const found = await findOwn(actor, id);
  const keepsCards = (await cardKeeping())(sumOf(found));
  const { isOffered } = found;
  const can = subscriptionCan(found, { now: now(), isOffered, keepsCards });
  return can.changeCard ? found : refuse('SUBSCRIPTION_STATE');
}

/** What the page shows on which one changes the card. */
export async function getCardCheckout(actor: Actor, id: string): Promise<CardCheckout> {
  const found = await demandChangeable(actor, id);
  return { subscription: await getCard(actor, id), methods: await cardMethodsFor(sumOf(found)) };
}

/**
 * A person gives another card, without paying: at once in the sandbox, else on a page of the provider.
 * Refuses PAYMENT_ERROR where nobody keeps a card so.
 */
export async function changeCard(
  actor: Actor,
  id: string,
  given: PaymentMeans,
): Promise<CardChange> {
  const found = await demandChangeable(actor, id);
  const means = await demandMeans(given);
  const of = { userId: actor.id, subjectId: id, sum: sumOf(found) };
  const { state, url } = await askForCard(of, means, {
    ...{ title: '', language: actor.language, buyerEmail: actor.email },
    backPath: `/mystuff/subscriptions/${id}/card?back=1`,
  });
  return changeOf(actor, id, { state, url });
}

/** Back from the provider's page: what became of the card takes effect now. Null: none was asked for. */
export async function findCardChange(actor: Actor, id: string): Promise<CardChange> {
  await findOwn(actor, id);
  const given = await findCardGiven({ userId: actor.id, subjectId: id });
  return given ? changeOf(actor, id, given) : refuse('SERVER_ERROR_NOT_FOUND');
}

const changeOf = async (
  actor: Actor,
  id: string,
  { state, url }: Pick<CardChange, 'state'> & { url: string },
): Promise<CardChange> => ({
  state,
  place: state === 'open' && url ? { url, fields: null } : null,
  subscription: await getCard(actor, id),
});

/**
 * A card is kept: what comes next is charged to it, unless its owner asked for the one there is after it:
 * then it comes too late. A subscription that has ended meanwhile names none any more.
 */
export async function takeCard(
  tx: Db,
  { subjectId, userId, meansId }: { subjectId: string; userId: string; meansId: string },
): Promise<void> {
  const found = await lockSubscription(tx, subjectId);
  if (found?.userId !== userId || found.state === 'ended') return;
  if (await isOvertaken(tx, found, meansId)) return;
  await writeMeans(tx, subjectId, meansId);
}

/** Is what is charged now of a later wish than this means, of which the notice was slow? */
export const isOvertaken = async (
  tx: Db,
  { meansId: now }: Pick<SubscriptionRow, 'meansId'>,
  meansId: string,
): Promise<boolean> => now !== null && isAskedLater(tx, now, meansId);
