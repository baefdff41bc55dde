import { beforeEach, describe, expect, it } from 'vitest';
import { ecbFileMax, ratesContract } from '#contract/rates.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { rateLimits } from '#contract/shared/exchange.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { anEcbFile, enterRate } from '#test/factories/rates.ts';
import { call, refusal } from '#test/story.ts';
import { findRates } from './rates.queries.ts';

const { listRates, saveRate, removeRate, importRates } = ratesContract;
beforeEach(() => useClock('2026-11-27T09:00:00.000Z'));

const rateOf = async (currency: CurrencyCode) => {
  const { rates } = await call(listRates, { as: await anAdmin() });
  return rates.find((rate) => rate.currency === currency);
};
const usedOf = async (currency: CurrencyCode) =>
  (await findRates()).find((rate) => rate.currency === currency)?.millionths;

describe('the rates', () => {
  it('are entered by an administrator, who stands there with the day', async () => {
    const admin = await anAdmin();
    const { rates } = await enterRate(admin, 'USD', 1_084_200);
    expect(rates.find(({ currency }) => currency === 'USD')).toEqual({
      currency: 'USD',
      millionths: 1_084_200,
      day: '2026-11-27',
      age: 'fresh',
      enteredAt: '2026-11-27T09:00:00.000Z',
      enteredBy: 'Ana Prats',
      source: 'typed',
    });
    expect(await usedOf('USD')).toBe(1_084_200);
  });

  it('are changed and removed, and who did what stays written down', async () => {
    const [one, two] = [await anAdmin(), await anAdmin()];
    await enterRate(one, 'CHF', 940_000);
    await enterRate(two, 'CHF', 950_000);
    expect((await rateOf('CHF'))?.millionths).toBe(950_000);
    await call(removeRate, { as: one, params: { currency: 'CHF' } });
    expect([await rateOf('CHF'), await usedOf('CHF')]).toEqual([undefined, undefined]);
    const written = await db()
      .selectFrom('currency_rates')
      .select(['millionths', 'source', 'entered_by'])
      .where('currency', '=', 'CHF')
      .orderBy('id')
      .execute();
    expect(written).toEqual([
      { millionths: 940_000, source: 'typed', entered_by: one.id },
      { millionths: 950_000, source: 'typed', entered_by: two.id },
      { millionths: null, source: 'removed', entered_by: one.id },
    ]);
    await enterRate(one, 'CHF', 960_000);
    expect((await rateOf('CHF'))?.millionths).toBe(960_000);
  });

  it('are told to be old after a week, and after thirty days are not used any more', async () => {
    await enterRate(await anAdmin(), 'SEK', 11_500_000);
    const on = async (day: string) => {
      useClock(`${day}T09:00:00.000Z`);
      return [(await rateOf('SEK'))?.age, await usedOf('SEK')];
    };
    expect(await on('2026-12-04')).toEqual(['fresh', 11_500_000]);
    expect(await on('2026-12-05')).toEqual(['old', 11_500_000]);
    expect(await on('2026-12-27')).toEqual(['old', 11_500_000]);
    expect(await on('2026-12-28')).toEqual(['unused', undefined]);
  });
});

describe('a file of the European Central Bank', () => {
  it('is taken over as of its day; what is not sold in is named', async () => {
    const as = await anAdmin();
    const file = anEcbFile('2026-11-26', { HUF: '381.4', ISK: '144.5', XAU: '0.5' });
    const { rates, ...said } = await call(importRates, { as, body: { file } });
    expect(said).toEqual({ day: '2026-11-26', taken: ['HUF', 'ISK'], unknown: ['XAU'], newer: [] });
    expect(rates.find(({ currency }) => currency === 'HUF')).toMatchObject({
      millionths: 381_400_000,
      day: '2026-11-26',
      source: 'ecb',
    });
  });

  it('never takes the place of a rate of a later day', async () => {
    const as = await anAdmin();
    await enterRate(as, 'DKK', 7_460_000);
    const file = anEcbFile('2026-11-26', { DKK: '7.4599', NOK: '11.7' });
    const { taken, newer } = await call(importRates, { as, body: { file } });
    expect([taken, newer]).toEqual([['NOK'], ['DKK']]);
    expect((await rateOf('DKK'))?.millionths).toBe(7_460_000);
  });

  it.each<[string, string, string]>([
    ['is another file', 'not_rates', '<rss/>'],
    ['is of tomorrow', 'not_rates', anEcbFile('2026-11-28', { PLN: '4.3' })],
    ['is of more than thirty days ago', 'rates_old', anEcbFile('2026-10-27', { PLN: '4.3' })],
    ['is empty', 'required', ''],
    ['is too long', 'too_long', 'x'.repeat(ecbFileMax + 1)],
  ])('that %s is refused as %s, and nothing changes', async (_, fault, file) => {
    const as = await anAdmin();
    expect(await refusal(importRates, { as, body: { file } })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { file: fault },
    });
    expect(await rateOf('PLN')).toBeUndefined();
  });
});

describe('refused is', () => {
  it.each([
    ['nothing', { currency: 'PLN', millionths: 0 }, { millionths: 'too_small' }],
    ['less than nothing', { currency: 'PLN', millionths: -1 }, { millionths: 'too_small' }],
    ['a fraction', { currency: 'PLN', millionths: 1.5 }, { millionths: 'invalid' }],
    ['a text', { currency: 'PLN', millionths: '4.3' }, { millionths: 'invalid' }],
    ['none at all', { currency: 'PLN' }, { millionths: 'required' }],
    [
      'one that is absurdly small',
      { currency: 'PLN', millionths: rateLimits.least - 1 },
      { millionths: 'too_small' },
    ],
    [
      'one that is absurdly big',
      { currency: 'PLN', millionths: rateLimits.most + 1 },
      { millionths: 'too_big' },
    ],
    ['an unknown currency', { currency: 'XYZ', millionths: 4_300_000 }, { currency: 'invalid' }],
    ['one not for sale', { currency: 'XAU', millionths: 4_300_000 }, { currency: 'invalid' }],
    ['the euro itself', { currency: 'EUR', millionths: 1_000_000 }, { currency: 'invalid' }],
    ['more than that', { currency: 'PLN', millionths: 4_300_000, day: '' }, { day: 'unknown' }],
  ])('as a rate %s', async (_, body, fields) => {
    const as = await anAdmin();
    expect(await refusal(saveRate, { as, body: body as never })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields,
    });
    expect(await rateOf('PLN')).toBeUndefined();
  });

  it('a rate that leaps from the one in use; removed first, or too old, it is taken', async () => {
    const as = await anAdmin();
    await enterRate(as, 'MXN', 20_100_000);
    const body = { currency: 'MXN', millionths: 201_000_000 } as const;
    expect(await refusal(saveRate, { as, body })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { millionths: 'rate_leaps' },
    });
    expect((await rateOf('MXN'))?.millionths).toBe(20_100_000);
    useClock('2026-12-28T09:00:00.000Z');
    await call(saveRate, { as, body });
    expect((await rateOf('MXN'))?.millionths).toBe(201_000_000);
    await call(removeRate, { as, params: { currency: 'MXN' } });
    await enterRate(as, 'MXN', 20_100_000);
    expect((await rateOf('MXN'))?.millionths).toBe(20_100_000);
  });

  it('to remove what is not there', async () => {
    const as = await anAdmin();
    const params = { currency: 'KWD' } as const;
    expect(await refusal(removeRate, { as, params })).toMatchObject({ status: 404 });
  });

  it('everything to everyone but administrators', async () => {
    const body = { currency: 'PLN', millionths: 4_300_000 } as const;
    const params = { currency: 'PLN' } as const;
    const file = { file: anEcbFile('2026-11-27', { PLN: '4.3' }) };
    for (const as of [await aViewer(), await anOrganizer()]) {
      for (const refused of [
        await refusal(listRates, { as }),
        await refusal(saveRate, { as, body }),
        await refusal(removeRate, { as, params }),
        await refusal(importRates, { as, body: file }),
      ]) {
        expect(refused).toEqual({ status: 403, code: 'FORBIDDEN' });
      }
    }
    for (const refused of [
      await refusal(listRates),
      await refusal(saveRate, { body }),
      await refusal(removeRate, { params }),
      await refusal(importRates, { body: file }),
    ]) {
      expect(refused).toMatchObject({ code: 'NOT_LOGGED_IN' });
    }
    expect(await rateOf('PLN')).toBeUndefined();
  });
});
