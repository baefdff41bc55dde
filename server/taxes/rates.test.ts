import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductType } from '#contract/shared/product-kinds.ts';
import type { RateKind } from '#contract/shared/tax-places.ts';
import { type TaxRateForm, taxesContract } from '#contract/taxes.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aBundle, aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { call, refusal } from '#test/story.ts';
import { vatRateVectors } from '#test/vectors/vat-rates.ts';
import { ratesOf } from './rates.queries.ts';
import { rateOn } from './rates.rules.ts';

const { listTaxRates, addTaxRate, listUsualTaxRates } = taxesContract;
beforeEach(() => useClock('2026-11-27T09:00:00.000Z'));

const form = (more: Partial<TaxRateForm>): TaxRateForm => ({
  ...{ country: 'ES', kind: 'standard', region: '', from: '2027-01-01', rate: 2300 },
  ...more,
});
const add = async (more: Partial<TaxRateForm>) =>
  call(addTaxRate, { as: await anAdmin(), body: form(more) });
const rateAt = async (country: string, day: string, postcode = '', kind: RateKind = 'standard') =>
  rateOn(await ratesOf(db()), { country, postcode, kind, day });

/** A postcode in each region of the vector. */
const postcodes: Record<string, string> = {
  ...{ Jungholz: '6691', Mittelberg: '6992', 'Büsingen am Hochrhein': '78266' },
  ...{ Heligoland: '27498', 'Canary Islands': '35001', Ceuta: '51001', Melilla: '52001' },
  ...{ Guadeloupe: '97110', Martinique: '97200', Guyane: '97300', Reunion: '97400' },
  ...{ Mayotte: '97600', 'Mount Athos': '63086', "Campione d'Italia": '22061' },
  ...{ Livigno: '23041', Madeira: '9000-001', Azores: '9500-001' },
};

describe('the rates that come with the product (eu-vat-rates)', () => {
  it('are those of 28 countries and 17 of their regions', () => {
    expect(new Set(vatRateVectors.map(({ country }) => country)).size).toBe(28);
    expect(vatRateVectors.filter(({ region }) => region)).toHaveLength(17);
  });

  it.each(
    vatRateVectors.map(({ country, region, kind, percent, from }) => ({
      ...{ country, region, kind: kind as RateKind, percent, from },
    })),
  )('$country $region $kind is $percent from $from', async (one) => {
    const postcode = postcodes[one.region] ?? '';
    expect(await rateAt(one.country, one.from, postcode, one.kind)).toBe(
      Math.round(one.percent * 100),
    );
    const before = one.from === '1900-01-01' ? '1899-12-31' : '1901-01-01';
    expect(await rateAt(one.country, before, postcode, one.kind)).toBeNull();
  });

  it('are all told to administrators, and nothing but one row more', async () => {
    const { rates } = await call(listTaxRates, { as: await anAdmin() });
    expect(rates.filter(({ enteredBy }) => enteredBy === null)).toHaveLength(
      vatRateVectors.length + 1,
    );
  });

  it('have for the Azores the 16 % of our cases, since they hold', async () => {
    expect(await rateAt('PT', '2021-06-30', '9500-001')).toBe(1800);
    expect(await rateAt('PT', '2021-07-01', '9500-001')).toBe(1600);
    expect(await rateAt('PT', '2026-11-27', '9700-001')).toBe(1600);
    expect(await rateAt('PT', '2026-11-27', '9400-001')).toBe(2200);
  });

  it('give a region no rate of its country that it has not itself', async () => {
    expect(await rateAt('PT', '2026-11-27', '', 'reduced1')).toBe(600);
    expect(await rateAt('PT', '2026-11-27', '9000-001', 'reduced1')).toBeNull();
  });
});

describe('a rate that an administrator adds', () => {
  it('holds from its day on, and stands there with their name', async () => {
    const { rates } = await add({ country: 'LU', from: '2027-01-01', rate: 1850 });
    const ofLuxembourg = rates.filter(
      ({ country, kind }) => country === 'LU' && kind === 'standard',
    );
    expect(ofLuxembourg).toMatchObject([
      { rate: 1850, from: '2027-01-01', state: 'coming', enteredBy: 'Ana Prats', region: '' },
      { rate: 1700, from: '2024-01-01', state: 'now', enteredBy: null },
    ]);
    expect(ofLuxembourg[0]?.enteredAt).toBe('2026-11-27T09:00:00.000Z');
    expect(await rateAt('LU', '2026-12-31')).toBe(1700);
    expect(await rateAt('LU', '2027-01-01')).toBe(1850);
    useClock('2027-01-01T00:00:00.000Z');
    const later = await call(listTaxRates, { as: await anAdmin() });
    const states = later.rates.filter(
      ({ country, kind }) => country === 'LU' && kind === 'standard',
    );
    expect(states.map(({ state }) => state)).toEqual(['now', 'past']);
  });

  it('of the same day takes the place of the one before, which stays written down', async () => {
    await add({ country: 'MT', from: '2027-02-01', rate: 1900 });
    await add({ country: 'MT', from: '2027-02-01', rate: 2000 });
    expect(await rateAt('MT', '2027-02-01')).toBe(2000);
    const written = await db()
      .selectFrom('tax_rates')
      .select('rate')
      .where('country', '=', 'MT')
      .where('from_day', '=', '2027-02-01')
      .orderBy('id')
      .execute();
    expect(written).toEqual([{ rate: 1900 }, { rate: 2000 }]);
  });

  it('can begin before others that are there, and holds until they do', async () => {
    await add({ country: 'SK', from: '2011-01-01', rate: 2000 });
    expect(await rateAt('SK', '2024-12-31')).toBe(2000);
    expect(await rateAt('SK', '2025-01-01')).toBe(2300);
  });

  it('of a region is for its postcodes alone', async () => {
    await add({ country: 'PT', region: 'Madeira', from: '2027-01-01', rate: 2100 });
    expect(await rateAt('PT', '2027-01-01', '9000-001')).toBe(2100);
    expect(await rateAt('PT', '2027-01-01', '1000-001')).toBe(2300);
    expect(await rateAt('PT', '2027-01-01', '9500-001')).toBe(1600);
  });

  it('can be one of a kind that the country had not', async () => {
    expect(await rateAt('DK', '2027-01-01', '', 'reduced')).toBeNull();
    await add({ country: 'DK', kind: 'reduced', rate: 0 });
    expect(await rateAt('DK', '2027-01-01', '', 'reduced')).toBe(0);
  });
});

describe('the rates that an organizer is offered', () => {
  async function offered(country: string, postalCode: string, query: { type?: ProductType } = {}) {
    const owner = await anOrganizer();
    const { id, slug } = await aChannel({ owner });
    await db()
      .updateTable('channels')
      .set({ billing_country: country, billing_postal_code: postalCode })
      .where('id', '=', id)
      .execute();
    const asked = { as: owner, params: { slug }, query };
    return { slug, owner, id, ...(await call(listUsualTaxRates, asked)) };
  }

  it('are those of where the channel is billed, the highest first', async () => {
    const { country, rates } = await offered('ES', '28004');
    expect(country).toBe('ES');
    expect(rates).toEqual([
      { rate: 2100, kinds: ['standard'] },
      { rate: 1000, kinds: ['reduced'] },
      { rate: 400, kinds: ['super_reduced'] },
    ]);
    expect((await offered('PT', '9500-001')).rates[0]).toEqual({ rate: 1600, kinds: ['standard'] });
  });

  it('are those that fit what is sold: a thing has the general one, a show a reduced one beside it', async () => {
    const of = async (type: ProductType) => (await offered('ES', '28004', { type })).rates;
    const general = { rate: 2100, kinds: ['standard'] };
    expect(await of('physical')).toEqual([general]);
    expect(await of('vod')).toEqual([general]);
    expect(await of('broadcast')).toEqual([general, { rate: 1000, kinds: ['reduced'] }]);
    expect(await of('bundle')).toEqual([general]);
  });

  it('of a bundle fit all of its parts', async () => {
    const { slug, owner } = await offered('ES', '28004');
    const bundle = await aBundle([await aProduct()]);
    const asked = async (as: Someone, given: { slug: string }) => {
      const query = { type: 'bundle', bundle: given.slug } as const;
      return (await call(listUsualTaxRates, { as, params: { slug }, query })).rates.length;
    };
    // What somebody else sells says nothing.
    expect(await asked(owner, bundle)).toBe(1);
    const own = { as: bundle.owner, params: { slug: bundle.channel.slug } };
    const query = { type: 'bundle', bundle: bundle.slug } as const;
    await db()
      .updateTable('channels')
      .set({ billing_country: 'ES', billing_postal_code: '28004' })
      .where('slug', '=', bundle.channel.slug)
      .execute();
    expect((await call(listUsualTaxRates, { ...own, query })).rates).toHaveLength(2);
  });

  it('are those of today', async () => {
    await add({ country: 'FI', from: '2026-11-28', rate: 2600 });
    expect((await offered('FI', '00100')).rates[0]?.rate).toBe(2550);
    useClock('2026-11-28T09:00:00.000Z');
    expect((await offered('FI', '00100')).rates[0]?.rate).toBe(2600);
  });

  it.each([
    ['the Canaries, which have a tax of their own', 'ES', '35001'],
    ['a country without rates', 'US', '10001'],
    ['nowhere, as long as nobody said where', '', ''],
  ])('are none in %s', async (_, country, postalCode) => {
    expect((await offered(country, postalCode)).rates).toEqual([]);
  });

  it('are told of no other channel, nor to viewers', async () => {
    const { slug } = await offered('ES', '28004');
    const asked = { params: { slug }, query: {} };
    expect(await refusal(listUsualTaxRates, { ...asked, as: await anOrganizer() })).toEqual({
      status: 404,
      code: 'SERVER_ERROR_NOT_FOUND',
    });
    expect(await refusal(listUsualTaxRates, { ...asked, as: await aViewer() })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
  });
});

describe('refused is', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['a country without rates', { country: 'US' }, { country: 'invalid' }],
    ['no country', { country: 'Spain' }, { country: 'invalid' }],
    ['a region nobody knows', { region: 'Madeira' }, { region: 'invalid' }],
    ['an unknown kind', { kind: 'tiny' }, { kind: 'invalid' }],
    ['more than half', { rate: 5001 }, { rate: 'too_big' }],
    ['less than nothing', { rate: -1 }, { rate: 'too_small' }],
    ['a fraction of a hundredth', { rate: 21.5 }, { rate: 'invalid' }],
    ['no rate', { rate: undefined }, { rate: 'required' }],
    ['a day that is none', { from: '2027-02-30' }, { from: 'invalid' }],
    ['more than that', { postcodes: '.*' }, { postcodes: 'unknown' }],
  ])('%s', async (_, more, fields) => {
    const as = await anAdmin();
    const before = await ratesOf(db());
    const body = { ...form({}), ...more } as TaxRateForm;
    expect(await refusal(addTaxRate, { as, body })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields,
    });
    expect(await ratesOf(db())).toEqual(before);
  });

  it('everything to everyone but administrators', async () => {
    const before = await ratesOf(db());
    for (const as of [await aViewer(), await anOrganizer()]) {
      expect(await refusal(listTaxRates, { as })).toEqual({ status: 403, code: 'FORBIDDEN' });
      const added = await refusal(addTaxRate, { as, body: form({}) });
      expect(added).toEqual({ status: 403, code: 'FORBIDDEN' });
    }
    expect(await refusal(listTaxRates)).toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect(await refusal(addTaxRate, { body: form({}) })).toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect(await ratesOf(db())).toEqual(before);
  });
});
