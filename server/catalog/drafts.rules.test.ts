import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { keepable, timesOfCopy, titleOfCopy } from './drafts.rules.ts';
import { blankProduct } from './forms.rules.ts';
import type { Product } from './products.rules.ts';

const dear = { by: 'total', amount: 1210, taxRate: 2100 };
const leftOf = (typed: Record<string, unknown>) => keepable(typed, blankProduct).left;

describe('of a half-typed draft', () => {
  it('everything valid is kept', () => {
    const { patch, prices, left } = keepable({ title: ' Noche ', price: dear }, blankProduct);
    expect([patch.title, prices.net, prices.total, left]).toEqual(['Noche', 1000, 1210, {}]);
  });

  it('what is wrong is named and the rest is kept', () => {
    const { patch, left } = keepable(
      {
        title: '',
        shortDescription: 'x'.repeat(241),
        trailerUrl: 'htt',
        production: 'Ours',
        secret: 1,
      },
      blankProduct,
    );
    expect(patch).toEqual({ production: 'Ours' });
    expect(left).toEqual({
      title: 'required',
      shortDescription: 'too_long',
      trailerUrl: 'not_a_url',
      secret: 'unknown',
    });
  });

  it('an offer without an amount or with times in the wrong order waits', () => {
    const offer = {
      by: 'total',
      amount: 500,
      startsAt: '2030-05-02T10:00',
      endsAt: '2030-05-01T10:00',
    };
    expect(leftOf({ price: dear, offer })).toEqual({ 'offer.endsAt': 'end_before_start' });
    expect(leftOf({ offer: { ...offer, amount: 0, endsAt: null } })).toEqual({
      'offer.amount': 'too_small',
    });
    expect(leftOf({ offer: { by: 'total', amount: null } })).toEqual({
      'offer.amount': 'required',
    });
  });

  it('an offer that is wrong in its beginning and in its end waits for both', () => {
    const hour = '2027-03-28T02:30';
    const offer = { by: 'total', amount: 500, startsAt: hour, endsAt: hour };
    expect(leftOf({ price: dear, offer })).toEqual({
      'offer.startsAt': 'time_missing',
      'offer.endsAt': 'time_missing',
    });
    const { patch } = keepable(
      { price: dear, offer, salesStartsAt: hour, salesEndsAt: hour },
      blankProduct,
    );
    expect(Object.keys(patch)).toEqual(['price']);
  });

  it('an offer beyond all bounds waits, and what is no field of a product', () => {
    const offer = { by: 'net', amount: 99_999_999_999, startsAt: null, endsAt: null };
    expect(leftOf({ price: dear, offer })).toEqual({ 'offer.amount': 'too_big' });
    expect(leftOf({ toString: 1, nothing: 2 })).toEqual({
      toString: 'unknown',
      nothing: 'unknown',
    });
  });

  it('an offer above the price is kept: publishing asks for a lower one', () => {
    const { prices, left } = keepable(
      { price: dear, offer: { by: 'total', amount: 2000 } },
      blankProduct,
    );
    expect([prices.offer?.total, left]).toEqual([2000, {}]);
  });

  it('a beginning after the end that is kept waits, and an hour without existence', () => {
    const before = { ...blankProduct, salesEndsAt: '2030-01-01T10:00:00.000Z' };
    const late = keepable({ salesStartsAt: '2030-02-01T10:00' }, before);
    expect([late.left, late.times.salesEndsAt]).toEqual([
      { salesStartsAt: 'end_before_start' },
      before.salesEndsAt,
    ]);
    expect(leftOf({ expiresAt: '2030-03-31T02:30' })).toEqual({ expiresAt: 'time_missing' });
  });

  it('a price that is beyond all bounds with its tax waits', () => {
    const price = { by: 'net', amount: 99_999_999_999, taxRate: 10_000 };
    expect(leftOf({ price })).toEqual({ 'price.amount': 'too_big' });
  });

  it('a link of the banner that is not https waits, and its banner with it', () => {
    const banner = { pictureId: null, alt: 'Bar', url: 'http://bar.example' };
    expect(leftOf({ banner })).toEqual({ 'banner.url': 'not_a_url' });
    expect(leftOf({ banner: { ...banner, url: 'https://bar.example' } })).toEqual({});
  });
});

describe('a copy', () => {
  it.each([
    ['Hamlet', 'Hamlet (2)'],
    ['Hamlet (2)', 'Hamlet (3)'],
    ['Ten (99)', 'Ten (100)'],
    ['x'.repeat(160), `${'x'.repeat(156)} (2)`],
  ])('of %s is called %s', (title, copy) => {
    expect(titleOfCopy(title)).toBe(copy);
  });

  it('leaves out what is over', () => {
    const now = Temporal.Instant.from('2030-01-15T00:00:00Z');
    const [past, ahead] = ['2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z'];
    const offer = { net: 1, tax: 0, total: 1, startsAt: past, endsAt: past };
    const product = { salesStartsAt: past, salesEndsAt: ahead, expiresAt: null, offer } as Product;
    expect(timesOfCopy(product, now)).toEqual({
      salesStartsAt: null,
      salesEndsAt: ahead,
      expiresAt: null,
      offer: null,
    });
    const running = { ...offer, endsAt: ahead };
    expect(timesOfCopy({ ...product, offer: running }, now).offer).toEqual(running);
  });
});
