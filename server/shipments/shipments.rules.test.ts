import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { shipmentStates } from '#contract/shipments.ts';
import {
  canMove,
  canRestock,
  comesFrom,
  erasedBefore,
  isOver,
  maySee,
  shipmentCan,
} from './shipments.rules.ts';

describe('a shipment', () => {
  it('moves as its table says, and no other way', () => {
    const moves = shipmentStates.flatMap((from) =>
      shipmentStates.filter((to) => canMove(from, to)).map((to) => `${from} ${to}`),
    );
    expect(moves).toEqual([
      ...['to_send sent', 'to_send cancelled', 'sent delivered', 'sent returned'],
    ]);
    expect(shipmentStates.filter(isOver)).toEqual(['delivered', 'cancelled', 'returned']);
    expect(comesFrom('returned')).toEqual(['sent']);
  });

  it.each([
    ['to_send', 'post', true, ['send', 'cancel', 'label']],
    ['to_send', 'post', false, ['send', 'cancel']],
    ['to_send', 'pickup', false, ['send', 'cancel']],
    ['sent', 'post', true, ['track', 'deliver', 'return', 'label']],
    ['sent', 'pickup', false, ['deliver', 'return']],
    ['delivered', 'post', true, ['label']],
  ] as const)(
    'that is %s, by %s, offers what can be done',
    (state, method, hasAddress, offered) => {
      const can = shipmentCan({ state, method, hasAddress });
      expect(Object.entries(can).flatMap(([act, may]) => (may ? act : []))).toEqual(offered);
    },
  );

  it.each([
    ['cancelled', false, true],
    ['returned', false, true],
    ['to_send', false, false],
    ['to_send', true, true],
    ['sent', true, false],
    ['delivered', true, true],
    ['delivered', false, false],
  ] as const)('that is %s (money back: %s) lets it be in stock again: %s', (state, back, may) => {
    expect(canRestock(state, { givenBack: back, restocked: false })).toBe(may);
    expect(canRestock(state, { givenBack: back, restocked: true })).toBe(false);
  });

  it('is there for its seller and for administrators', () => {
    const see = (id: string, roles: ('USER' | 'PRODUCER' | 'ADMIN')[]) =>
      maySee({ id, roles }, { ownerId: 'owner' });
    expect(see('owner', ['PRODUCER'])).toBe(true);
    expect(see('other', ['PRODUCER'])).toBe(false);
    expect(see('other', ['ADMIN'])).toBe(true);
  });
});

describe('the address of a deleted account', () => {
  it('is kept for thirty days after its parcel left', () => {
    const now = Temporal.Instant.from('2026-12-31T10:00:00Z');
    expect(erasedBefore(now).toString()).toBe('2026-12-01T10:00:00Z');
  });
});
