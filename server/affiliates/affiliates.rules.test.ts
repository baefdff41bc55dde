import { describe, expect, it } from 'vitest';
import { affiliateStates } from '#contract/affiliates.ts';
import { orderLineKinds } from '#contract/orders.ts';
import {
  affiliateCan,
  canMoveAffiliate,
  commissionOf,
  creditedTo,
  earnsCredit,
  mayKeepAffiliate,
  pathOf,
} from './affiliates.rules.ts';

describe('a link', () => {
  it('ends and begins again, and does nothing else', () => {
    const moves = affiliateStates.flatMap((from) =>
      affiliateStates.filter((to) => canMoveAffiliate(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves).toEqual(['active → ended', 'ended → active']);
    expect(affiliateCan({ state: 'active' })).toEqual({ rename: true, move: ['ended'] });
    expect(affiliateCan({ state: 'ended' })).toEqual({ rename: true, move: ['active'] });
  });

  it('is kept by whose channel it is', () => {
    expect(mayKeepAffiliate({ id: 'a' }, { ownerId: 'a' })).toBe(true);
    expect(mayKeepAffiliate({ id: 'b' }, { ownerId: 'a' })).toBe(false);
  });

  it('leads to its product, or to its channel', () => {
    const link = { code: 'ANA', channel: { slug: 'cellar' }, product: { slug: 'fado' } };
    expect(pathOf(link)).toBe('/products/fado?ref=ANA');
    expect(pathOf({ ...link, product: null })).toBe('/channels/cellar?ref=ANA');
  });
});

describe('a purchase counts', () => {
  it.each([
    ['active', 'buyer', true],
    ['ended', 'buyer', false],
    ['active', 'owner', false],
  ] as const)('for a link that is %s when the %s buys: %s', (state, id, counts) => {
    expect(earnsCredit({ state, ownerId: 'owner' }, { id })).toBe(counts);
  });

  const whole = { id: 'ana', productId: null };
  const ofOne = { id: 'ana', productId: 'fado' };
  const ticket = (productId: string) => ({ kind: 'ticket', productId }) as const;

  it('by what is sold, not by what is given, sent or comes again', () => {
    const kinds = orderLineKinds.filter((kind) => creditedTo(whole, { kind, productId: null }));
    expect(kinds).toEqual(['ticket', 'bundle', 'physical', 'gift']);
    expect(creditedTo(null, ticket('fado'))).toBeNull();
  });

  it('of one product for that alone, be it a part of a bundle', () => {
    expect(creditedTo(ofOne, ticket('fado'))).toBe('ana');
    expect(creditedTo(ofOne, ticket('organ'))).toBeNull();
    const bundle = { kind: 'bundle', productId: 'both' } as const;
    expect(creditedTo(ofOne, ticket('fado'), bundle)).toBe('ana');
    expect(creditedTo(ofOne, ticket('organ'), bundle)).toBeNull();
    const ofBundle = { id: 'ana', productId: 'both' };
    expect(creditedTo(ofBundle, bundle)).toBe('ana');
    expect(creditedTo(ofBundle, ticket('organ'), bundle)).toBe('ana');
    expect(creditedTo(ofBundle, ticket('organ'))).toBeNull();
  });
});

it('a commission is rounded half up, and nothing of what went back', () => {
  expect(commissionOf(1000, 1000)).toBe(100);
  expect(commissionOf(1005, 1000)).toBe(101);
  expect(commissionOf(0, 1000)).toBe(0);
  expect(commissionOf(-500, 1000)).toBe(0);
});
