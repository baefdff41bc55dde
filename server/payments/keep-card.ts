import type { PaymentMethods, PaymentProvider } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { log } from '#server/platform/log.ts';
import { CardKept } from './announcements.ts';
import {
  type CardSetupRow,
  decideSetup,
  findNewestSetup,
  findSetup,
  insertSetup,
  listOpenSetups,
  noteSetupAsked,
} from './card-setups.store.ts';
import { insertKeptCard } from './kept-means.store.ts';
import type { Means } from './pay.ts';
import { providerNamed } from './providers/index.ts';
import type { CardSetup, ChargeScreen, SetupReport } from './providers/provider.ts';
import { mediaPaySettings, paymentMethodsFor } from './settings/media-pay.queries.ts';
import { providersFor } from './settings/media-pay.rules.ts';

type Sum = { amount: number; currency: CurrencyCode };

const keepsCards = (name: PaymentProvider): boolean => providerNamed(name).setup !== undefined;

/** Is there a provider now that keeps a card for charges of a sum, without a payment? */
export async function cardKeeping(): Promise<(sum: Sum) => boolean> {
  const settings = await mediaPaySettings();
  return (sum) => providersFor(settings, sum).some(keepsCards);
}

/** With whom one can leave a card for charges of this sum. */
export async function cardMethodsFor(sum: Sum): Promise<PaymentMethods> {
  const methods = await paymentMethodsFor(sum);
  return { ...methods, providers: methods.providers.filter(keepsCards) };
}

/**
 * A person is to give a card for a subject of the caller. Refuses PAYMENT_ERROR where such sums cannot be
 * charged so. Not inside a transaction: the provider is asked.
 */
export async function askForCard(
  of: { userId: string; subjectId: string; sum: Sum },
  means: Means,
  screen: ChargeScreen,
): Promise<CardSetupRow> {
  const { provider } = means;
  const { setup: keeper } = providerNamed(provider);
  if (!keeper || !means.takes(of.sum)) return refuse('PAYMENT_ERROR');
  const { userId, subjectId } = of;
  const setup = await insertSetup(db(), { userId, subjectId, provider, at: nowText() });
  await begin(keeper, setup, { card: means.card, screen });
  return (await findSetup(db(), setup.id)) ?? setup;
}

async function begin(
  keeper: CardSetup,
  setup: CardSetupRow,
  given: { card: Means['card']; screen: ChargeScreen },
): Promise<void> {
  const { id, provider } = setup;
  const { report, ...place } = await keeper
    .begin({ reference: id, ...given })
    .catch(async (error: unknown) => {
      log().error({ err: error, setupId: id, provider }, 'provider asked for no card');
      await decideSetup(db(), id, 'over');
      return refuse('PAYMENT_ERROR');
    });
  await noteSetupAsked(db(), id, place);
  if (report) await inTransaction((tx) => takeSetup(tx, setup, report));
}

/**
 * How the newest card stands that this person was to give for a subject, once its provider was asked;
 * null when none was. Not inside a transaction.
 */
export async function findCardGiven(of: {
  userId: string;
  subjectId: string;
}): Promise<CardSetupRow | null> {
  const setup = await findNewestSetup(db(), of);
  if (setup?.state !== 'open') return setup;
  await follow(setup);
  return findSetup(db(), setup.id);
}

async function follow(setup: CardSetupRow): Promise<void> {
  const report = await providerNamed(setup.provider).setup?.find({
    reference: setup.id,
    object: setup.object,
  });
  if (report) await inTransaction((tx) => takeSetup(tx, setup, report));
}

/** What a provider said of a card takes effect, in the caller's transaction: once, however often it is said. */
export async function takeSetup(
  tx: Db,
  { id: setupId, userId, subjectId, provider }: CardSetupRow,
  { state, kept }: SetupReport,
): Promise<void> {
  if (state === 'open' || !(await decideSetup(tx, setupId, state)) || !kept) return;
  const meansId = await insertKeptCard(tx, { setupId, provider, at: nowText() }, kept);
  await announce(tx, CardKept, { userId, subjectId, meansId });
}

/** So long a provider may be silent about a card before it is asked. */
const silentMinutes = 2;
/** After this long nobody gives it any more. */
const mostHours = 24;

/** Asks the providers about every card of which nothing was heard: what a lost notice would have said. */
export async function followSetups(): Promise<void> {
  const since = instantText(now().subtract({ minutes: silentMinutes }));
  const old = instantText(now().subtract({ hours: mostHours }));
  for (const setup of await listOpenSetups(db(), since)) {
    await follow(setup).catch((error: unknown) => {
      log().error(
        { err: error, setupId: setup.id },
        'a card that was to be kept cannot be followed',
      );
    });
    if (setup.at <= old) await decideSetup(db(), setup.id, 'over');
  }
}
