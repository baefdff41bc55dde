import { describe, expect, it } from 'vitest';
import { type Chosen, checkoutPath, pathWith } from './checkout-path.ts';

const show = { kind: 'ticket', productSlug: 'macbeth', sessionId: null, code: null } as const;
const gift = { ...show, kind: 'gift' } as const;
const nothing = { productSlug: null, sessionId: null, code: null };
const donation = { kind: 'donation', ...nothing } as const;
const shipping = { kind: 'shipping', ...nothing } as const;
const month = { kind: 'subscription', ...nothing } as const;
const poster = { ...show, kind: 'physical', productSlug: 'poster' } as const;
const of = (given: Partial<Chosen>) =>
  checkoutPath({
    ...{ lines: [show], channelSlug: 'globe', currency: 'EUR', subscriptionId: null },
    ...given,
  });

describe('an order is gone on with where it was chosen', () => {
  it.each([
    ['a show', [show], '/products/macbeth/checkout'],
    ['a show with a gift to its artist', [show, donation], '/products/macbeth/checkout'],
    ['a thing that is sent', [poster, shipping], '/products/poster/checkout'],
    ['a ticket for somebody else', [gift], '/products/macbeth/checkout?gift=1'],
    ['several', [show, poster, shipping], '/shop/checkout?seller=globe&currency=EUR'],
    ['a gift to an artist alone', [donation], '/channels/globe/donate'],
    ['a first month', [month], '/channels/globe/subscribe'],
    ['a month beside a show', [show, month], '/shop/checkout?seller=globe&currency=EUR'],
    ['a month beside a gift', [month, donation], '/shop/checkout?seller=globe&currency=EUR'],
    [
      'what has no page any more',
      [{ ...show, productSlug: null }],
      '/shop/checkout?seller=globe&currency=EUR',
    ],
  ] as const)('%s', (_, lines, path) => {
    expect(of({ lines })).toBe(path);
  });

  it('with its date and its code, by which it is found again', () => {
    const lines = [{ ...show, sessionId: 'one', code: 'A&B 10' }];
    expect(of({ lines })).toBe('/products/macbeth/checkout?session=one&code=A%26B+10');
  });

  it('the whole site, and a month of a subscription that runs', () => {
    expect(of({ lines: [month], channelSlug: null })).toBe('/subscribe');
    const subscriptionId = 'mine';
    expect(of({ lines: [month], channelSlug: null, subscriptionId })).toBe(
      '/mystuff/subscriptions/mine/pay',
    );
  });
});

it('more is said in the query of a path that has one, and of one that has none', () => {
  expect(pathWith('/a?b=1', { order: 'x' })).toBe('/a?b=1&order=x');
  expect(pathWith('/a', { order: 'x', none: null })).toBe('/a?order=x');
  expect(pathWith('/a', { none: null })).toBe('/a');
});
