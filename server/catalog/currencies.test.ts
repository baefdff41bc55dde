import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { currenciesContract } from '#contract/currencies.ts';
import { pricesContract } from '#contract/prices.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { outdateAnswers } from '#server/platform/http/kept-answers.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct, type ProductGiven } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { enterRate, offerCurrencies } from '#test/factories/rates.ts';
import { aThing } from '#test/factories/shipments.ts';
import { call, refusal } from '#test/story.ts';
import { currenciesOnSale } from './currencies.queries.ts';
import { findProduct } from './products.queries.ts';
import { saleState } from './products.rules.ts';

const { getCurrencies } = currenciesContract;
const { searchProducts, getSearchFacets } = catalogContract;
const { previewPrice } = pricesContract;

const at = '2030-05-01T10:00:00Z';
beforeEach(() => useClock(at));
const ahead = [{ startsAt: '2030-06-01T18:00:00.000Z' }];
const over = [{ startsAt: '2030-04-01T18:00:00.000Z' }];

describe('the currencies that can be chosen', () => {
  afterEach(async () => {
    await offerCurrencies(await anAdmin(), false);
  });

  it('are none while the site does not offer the choice, whatever is on sale', async () => {
    await aProduct({ currency: 'CHF', sessions: ahead });
    await enterRate(await anAdmin(), 'USD', 1_084_200);
    expect(await call(getCurrencies)).toEqual({ onSale: [], rates: [] });
  });

  it('are those of what can be bought now, with how many products, and the rates', async () => {
    const admin = await anAdmin();
    await offerCurrencies(admin, true);
    await aProduct({ currency: 'NOK', sessions: ahead });
    await aProduct({ currency: 'NOK', sessions: ahead });
    await aProduct({ currency: 'SEK', sessions: over });
    await enterRate(admin, 'USD', 1_084_200);
    const { onSale, rates } = await call(getCurrencies);
    expect(onSale.find(({ currency }) => currency === 'NOK')?.products).toBe(2);
    expect(onSale.some(({ currency }) => currency === 'SEK')).toBe(false);
    expect(rates).toContainEqual({ currency: 'USD', millionths: 1_084_200, day: '2030-05-01' });
  });

  it('are counted once for many who ask, and again when something has changed', async () => {
    await offerCurrencies(await anAdmin(), true);
    outdateAnswers();
    await call(getCurrencies);
    const counted = await countQueries(() => call(getCurrencies));
    expect(counted).toBe(0);
    await offerCurrencies(await anAdmin(), true);
    expect(await countQueries(() => call(getCurrencies))).toBeGreaterThan(0);
  });

  const full = [{ ...ahead[0], capacity: 5, held: 5 }];
  it.each<[string, ProductGiven]>([
    ['a show to come', { sessions: ahead }],
    ['one that is over', { sessions: over }],
    ['one that is sold out', { sessions: full }],
    [
      'one whose second date has seats',
      { sessions: [...full, { startsAt: '2030-06-02T18:00:00.000Z' }] },
    ],
    ['a draft', { status: 'draft', sessions: ahead }],
    ['one whose sale has not begun', { sessions: ahead, salesStartsAt: '2030-05-01T10:00:01Z' }],
    ['one whose sale begins now', { sessions: ahead, salesStartsAt: at }],
    ['one whose sale ends now', { sessions: ahead, salesEndsAt: at }],
    ['one that cannot be seen any more', { sessions: ahead, expiresAt: at }],
    ['a film without a file', { type: 'vod', sessions: [] }],
    ['a show without dates', { sessions: [] }],
  ])('are counted as the page of the product says: %s', async (_, given) => {
    const currency = 'ISK';
    await db()
      .updateTable('products')
      .set({ currency: 'EUR' })
      .where('currency', '=', 'ISK')
      .execute();
    const { slug } = await aProduct({ ...given, currency });
    const product = await findProduct(db(), slug);
    const isOpen = product !== null && saleState(product, now()) === 'open';
    const counted = (await currenciesOnSale()).find((one) => one.currency === currency);
    expect(counted?.products ?? 0).toBe(isOpen ? 1 : 0);
  });

  it.each([
    ['some are in stock', 2],
    ['none is', 0],
    ['there are as many as are wanted', null],
  ])('are counted so of what is sent: %s', async (_, stock) => {
    const currency = 'HUF';
    await db()
      .updateTable('products')
      .set({ currency: 'EUR' })
      .where('currency', '=', currency)
      .execute();
    const { slug } = await aThing({ currency, stock });
    const product = await findProduct(db(), slug);
    const isOpen = product !== null && saleState(product, now()) === 'open';
    expect(isOpen).toBe(stock !== 0);
    const counted = (await currenciesOnSale()).find((one) => one.currency === currency);
    expect(counted?.products ?? 0).toBe(isOpen ? 1 : 0);
  });

  it('are not those of private products, closed channels, or what is free', async () => {
    const closed = await aChannel({ state: 'draft' });
    await aProduct({ currency: 'TWD', status: 'private', sessions: ahead });
    await aProduct({ currency: 'TWD', channel: closed, sessions: ahead });
    await aProduct({ currency: 'TWD', plan: 'free', sessions: ahead });
    expect((await currenciesOnSale()).map(({ currency }) => currency)).not.toContain('TWD');
  });
});

describe('a search by currency', () => {
  it('finds what is sold in it, and counts only that', async () => {
    const word = `w${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const show = (name: string, given: ProductGiven) =>
      aProduct({ title: `${name} ${word}`, sessions: ahead, ...given });
    await show('Dollar', { currency: 'USD' });
    await show('Euro', {});
    await show('Free', { currency: 'USD', plan: 'free' });
    const found = async (query: { currency?: CurrencyCode }) =>
      (await call(searchProducts, { query: { q: word, ...query } })).items
        .map(({ title }) => title.split(' ')[0])
        .sort();
    expect(await found({})).toEqual(['Dollar', 'Euro', 'Free']);
    expect(await found({ currency: 'USD' })).toEqual(['Dollar']);
    expect(await found({ currency: 'CHF' })).toEqual([]);
    const { plan } = await call(getSearchFacets, { query: { q: word, currency: 'USD' } });
    expect(plan).toEqual([{ value: 'paid', count: 1 }]);
  });

  it.each(['usd', 'XAU', 'XYZ', ''])('refuses %j: nothing is sold in it', async (currency) => {
    const query = { currency: currency as CurrencyCode };
    expect((await refusal(searchProducts, { query })).fields).toEqual({ currency: 'invalid' });
    expect((await refusal(getSearchFacets, { query })).fields).toEqual({ currency: 'invalid' });
  });
});

describe('what a ticket brings', () => {
  const preview = async (query: object) =>
    call(previewPrice, {
      as: await anOrganizer(),
      query: { by: 'total', amount: 1210, taxRate: 2100, currency: 'EUR', ...query },
    });

  it('is told from a total or a net price, for each plan, the tax with it', async () => {
    const expected = {
      ...{ net: 1000, tax: 210, total: 1210 },
      plans: [
        { plan: 'live', fee: 154, receives: 1056, eaten: false },
        { plan: 'private', fee: 195, receives: 1015, eaten: false },
      ],
    };
    expect(await preview({})).toEqual(expected);
    expect(await preview({ by: 'net', amount: 1000 })).toEqual(expected);
  });

  it('is less for a long show, and knows the amounts of other currencies', async () => {
    const fees = async (query: object) => (await preview(query)).plans.map(({ fee }) => fee);
    expect(await fees({ minutes: 180 })).toEqual([244, 224]);
    expect(await fees({ currency: 'KWD', amount: 5124 })).toEqual([611, 650]);
    // Without amounts of its own the share alone is taken.
    expect(await fees({ currency: 'XPF', amount: 5000 })).toEqual([450, 0]);
  });

  it.each([
    [0, 0, [false, false]],
    [49, 0, [true, true]],
    [50, 0, [true, true]],
    [51, 0, [false, true]],
    [61, 2100, [true, true]],
    [80, 2100, [false, true]],
    [196, 0, [false, false]],
  ])('of %d cents with %d of tax is said to be eaten by the fee: %j', async (...row) => {
    const [amount, taxRate, eaten] = row;
    const { plans } = await preview({ amount, taxRate });
    expect(plans.map((plan) => plan.eaten)).toEqual(eaten);
    expect(plans.every(({ receives }) => receives >= 0)).toBe(true);
  });

  it.each([
    [{ amount: -1 }, { amount: 'too_small' }],
    [{ amount: 1.5 }, { amount: 'invalid' }],
    [{ taxRate: 10_001 }, { taxRate: 'too_big' }],
    [{ currency: 'XAU' }, { currency: 'invalid' }],
    [{ minutes: 0 }, { minutes: 'too_small' }],
    [{ by: 'gross' }, { by: 'invalid' }],
  ])('is not told of %j', async (query, fields) => {
    const as = await anOrganizer();
    const whole = { by: 'total', amount: 1210, taxRate: 2100, currency: 'EUR', ...query };
    expect((await refusal(previewPrice, { as, query: whole as never })).fields).toEqual(fields);
  });

  it('is not for viewers or strangers', async () => {
    const query = { by: 'total', amount: 1, taxRate: 0, currency: 'EUR' } as const;
    expect(await refusal(previewPrice, { as: await aViewer(), query })).toMatchObject({
      status: 403,
    });
    expect(await refusal(previewPrice, { query })).toMatchObject({ status: 401 });
  });
});
