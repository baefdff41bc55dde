import type { CurrencyRates, ImportedRates, RateForm } from '#contract/rates.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { isCurrency, leaps, rateLimits } from '#contract/shared/exchange.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { RatesChanged } from './announcements.ts';
import { faultOfDay, readEcbFile } from './ecb.rules.ts';
import { ratesOf } from './rates.queries.ts';
import { addRates, lockRates, type NewRate } from './rates.store.ts';

/**
 * An administrator says what one euro is in a currency today. Refuses VALIDATION (`rate_leaps`) for
 * what is far from the rate in use: a slip, or something to be removed first.
 */
export const saveRate = (
  actor: Actor,
  { currency, millionths }: RateForm,
): Promise<CurrencyRates> =>
  change(actor, async (tx) => {
    const before = (await ratesOf(tx)).find((rate) => rate.currency === currency);
    if (before && before.age !== 'unused' && leaps(before.millionths, millionths)) {
      refuse('VALIDATION', { fields: { millionths: 'rate_leaps' } });
    }
    return [{ currency, millionths, day: today(), source: 'typed' }];
  });

/** Nothing is converted into this currency from now on. What has no rate cannot lose it. */
export const removeRate = (
  actor: Actor,
  { currency }: { currency: CurrencyCode },
): Promise<CurrencyRates> =>
  change(actor, async (tx) => {
    const rates = await ratesOf(tx);
    if (!rates.some((rate) => rate.currency === currency)) refuse('SERVER_ERROR_NOT_FOUND');
    return [{ currency, millionths: null, day: today(), source: 'removed' }];
  });

/**
 * Takes over a file of the European Central Bank, as of its day: what we know of a later day stays.
 * Refuses VALIDATION when it is another file, or one of a day that is of no use.
 */
export async function importRates(actor: Actor, file: string): Promise<ImportedRates> {
  const read = readEcbFile(file);
  if (!read) refuse('VALIDATION', { fields: { file: 'not_rates' } });
  const { day } = read;
  const fault = faultOfDay(day, nowText());
  if (fault) refuse('VALIDATION', { fields: { file: fault } });
  const unknown: string[] = [];
  const newer: CurrencyCode[] = [];
  const taken: CurrencyCode[] = [];
  const { rates } = await change(actor, async (tx) => {
    const known = new Map((await ratesOf(tx)).map((rate) => [rate.currency, rate.day]));
    const added: NewRate[] = [];
    for (const { code, millionths } of read.rates) {
      if (!isOurs(code, millionths)) unknown.push(code);
      else if ((known.get(code) ?? '') > day) newer.push(code);
      else added.push({ currency: code, millionths, day, source: 'ecb' });
    }
    taken.push(...added.map(({ currency }) => currency));
    return added;
  });
  return { day, taken, unknown, newer, rates };
}

const isOurs = (code: string, millionths: number): code is CurrencyCode =>
  isCurrency(code) &&
  code !== 'EUR' &&
  millionths >= rateLimits.least &&
  millionths <= rateLimits.most;

const today = (): string => nowText().slice(0, 10);

const change = (actor: Actor, ratesFrom: (tx: Db) => Promise<NewRate[]>): Promise<CurrencyRates> =>
  inTransaction(async (tx) => {
    await lockRates(tx);
    await addRates(tx, await ratesFrom(tx), { userId: actor.id, at: nowText() });
    await announce(tx, RatesChanged, {});
    return { rates: await ratesOf(tx) };
  });
