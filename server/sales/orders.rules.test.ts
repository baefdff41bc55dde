import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { orderStates } from '#contract/orders.ts';
import type { PaymentAttempt, PaymentState } from '#contract/payments.ts';
import { calendarOf } from '#contract/shared/calendar.ts';
import type { Role } from '#contract/shared/roles.ts';
import {
  type Choice,
  canRefund,
  feePlanOf,
  isSameChoice,
  mayAskRefund,
  mayGiveBack,
  mayMove,
  maySee,
  nextStep,
  type OrderFacts,
  orderCan,
  withOwnSeats,
} from './orders.rules.ts';

const now = Temporal.Instant.from('2026-11-27T10:00:00Z');
const order: OrderFacts = {
  state: 'pending',
  buyerId: 'buyer',
  ownerId: 'owner',
  total: 1210,
  expiresAt: '2026-11-27T10:00:01.000Z',
  refundedOrAsked: 0,
  taken: 0,
  isWithheld: false,
  settlesAt: '2026-11-26T20:00:00Z',
  request: null,
  month: null,
};
const buyer = { id: 'buyer', roles: ['USER'] as Role[] };
const owner = { id: 'owner', roles: ['USER', 'PRODUCER'] as Role[] };
const admin = { id: 'admin', roles: ['USER', 'ADMIN'] as Role[] };
const stranger = { id: 'stranger', roles: ['USER', 'PRODUCER'] as Role[] };

const attempt = (
  state: PaymentState,
  provider: PaymentAttempt['provider'] = 'sandbox',
): PaymentAttempt => ({
  id: 'p',
  provider,
  state,
  lastFour: '4242',
  place: null,
  failure: null,
  createdAt: '2026-11-27T09:59:00.000Z',
});

describe('an order moves', () => {
  it('from pending to its end, from paid to refunded, and from too late to paid', () => {
    const moves = orderStates.flatMap((from) =>
      orderStates.filter((to) => mayMove(from, to)).map((to) => `${from} > ${to}`),
    );
    expect(moves).toEqual([
      'pending > paid',
      'pending > failed',
      'pending > expired',
      'pending > cancelled',
      'paid > refunded',
      'paid > partly_refunded',
      'partly_refunded > refunded',
      'partly_refunded > partly_refunded',
      'failed > paid',
      'expired > paid',
    ]);
  });
});

describe('what comes next', () => {
  const late = { ...order, expiresAt: '2026-11-27T10:00:00.000Z' };
  it.each([
    [order, null, 'pay'],
    [order, attempt('declined'), 'pay'],
    [order, attempt('cancelled'), 'pay'],
    [order, attempt('confirming'), 'sandbox_confirm'],
    [order, attempt('confirming', 'stripe'), 'leave'],
    [order, attempt('confirming', 'redsys'), 'leave'],
    [late, attempt('confirming', 'stripe'), 'over'],
    [order, attempt('open'), 'wait'],
    [late, null, 'over'],
    [late, attempt('confirming'), 'over'],
    [late, attempt('open'), 'wait'],
    [{ ...order, state: 'paid' }, attempt('paid'), 'done'],
    [{ ...order, state: 'partly_refunded' }, attempt('paid'), 'done'],
    [{ ...order, state: 'expired' }, attempt('open'), 'over'],
    [{ ...order, state: 'refunded' }, attempt('refunded'), 'over'],
  ] as const)('after %o with %o is %s', (facts, made, kind) => {
    expect(nextStep(facts, made, now).kind).toBe(kind);
  });
});

describe('what a buyer chose', () => {
  const billing = { company: '', nif: '', address: '', city: '', postalCode: '', country: '' };
  const line: Choice['lines'][number] = {
    ...{ kind: 'ticket', productId: 'p1', sessionId: 'first', code: null },
    ...{ total: 1210, quantity: 1, details: {} },
  };
  const other = { ...line, productId: 'p2', details: { for: 'Ana', on: 'Friday' } };
  const choice: Choice = { lines: [line, other], billing };
  const instead = (change: Partial<typeof line>) => ({ lines: [{ ...line, ...change }, other] });
  it.each([
    ['is the same', choice, true],
    ['is the same in another order', { lines: [other, line] }, true],
    [
      'is the same in other words',
      { lines: [line, { ...other, details: { on: 'Friday', for: 'Ana' } }] },
      true,
    ],
    ['has another date', instead({ sessionId: 'second' }), false],
    ['has a code', instead({ code: 'AAAA-BBBB-CCCC' }), false],
    ['has another price', instead({ total: 605 }), false],
    ['has more of it', instead({ quantity: 2 }), false],
    ['is for somebody else', instead({ details: { for: 'Eva' } }), false],
    ['has one thing less', { lines: [line] }, false],
    ['is for another invoice', { billing: { ...billing, nif: 'B58818501' } }, false],
  ] as const)('%s', (_, change, same) => {
    expect(isSameChoice(choice, { ...choice, ...change })).toBe(same);
    expect(isSameChoice({ ...choice, ...change }, choice)).toBe(same);
  });

  it('leaves the seat that they hold to them, and to nobody else', () => {
    const time = { startsAt: '', endsAt: '', overAt: '', zone: '', durationMinutes: 90 };
    const stands = { cancelledAt: null, cancelReason: '', onAir: false };
    const session = { id: 'first', ...time, ...stands };
    const product = { sessions: [{ ...session, capacity: 2, seatsHeld: 2 }] };
    const seats = (held: Parameters<typeof withOwnSeats>[1]) =>
      withOwnSeats(product, held).sessions.map(({ seatsHeld }) => seatsHeld);
    expect(seats([{ sessionId: 'first', holdsSeat: true }])).toEqual([1]);
    expect(seats([{ sessionId: 'first', holdsSeat: false }])).toEqual([2]);
    expect(seats([{ sessionId: 'second', holdsSeat: true }])).toEqual([2]);
    expect(seats([])).toEqual([2]);
  });
});

describe('who may what', () => {
  it('sees an order: buyer, seller, administrators', () => {
    expect([buyer, owner, admin, stranger].map((one) => maySee(one, order))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('pays and cancels: the buyer, while it is held and no money is on its way', () => {
    const pays = (person: typeof buyer, made: PaymentAttempt | null) =>
      orderCan(person, order, { attempt: made, now }).pay;
    expect(pays(buyer, null)).toBe(true);
    expect(pays(buyer, attempt('confirming'))).toBe(true);
    expect(pays(buyer, attempt('open'))).toBe(false);
    expect([owner, admin].map((one) => pays(one, null))).toEqual([false, false]);
  });

  it.each([
    // [how the month stands, paid, given up]
    ['due', true, false],
    ['left', true, true],
    ['over', false, true],
  ] as const)('a month that is %s: pays it %s, gives it up %s', (is, pay, cancel) => {
    const facts: OrderFacts = { ...order, month: { is, subscriptionId: null } };
    expect(orderCan(buyer, facts, { attempt: null, now })).toMatchObject({ pay, cancel });
    expect(nextStep(facts, null, now).kind).toBe(pay ? 'pay' : 'over');
  });

  it('gives money back: the seller, as long as there is some', () => {
    const paid: OrderFacts = { ...order, state: 'paid' };
    const can = (person: typeof buyer, facts = paid) =>
      orderCan(person, facts, { attempt: attempt('paid'), now });
    expect([buyer, owner, admin].map((one) => can(one).refund)).toEqual([false, true, true]);
    expect([buyer, owner, admin].map((one) => can(one).refundPart)).toEqual([false, false, true]);
    expect(canRefund({ ...paid, refundedOrAsked: 1209 })).toBe(true);
    expect(canRefund({ ...paid, refundedOrAsked: 1210 })).toBe(false);
    expect(canRefund({ ...paid, total: 0 })).toBe(false);
    expect(canRefund(order)).toBe(false);
  });

  it.each([
    ['all of it was accepted', { taken: 1210 }, false],
    ['a part is still theirs', { taken: 605 }, true],
    ['their part is back already', { taken: 605, refundedOrAsked: 605 }, false],
    ['the accepted part is back', { taken: 0, refundedOrAsked: 605 }, true],
  ] as const)('is asked for by who gave it: %s', (_, facts, askRefund) => {
    const given: OrderFacts = { ...order, state: 'paid', ...facts };
    expect(orderCan(buyer, given, { attempt: null, now })).toMatchObject({ askRefund });
  });

  it('gives back a part, or at another’s cost: administrators', () => {
    const may = (
      person: typeof buyer,
      form: Parameters<typeof mayGiveBack>[2]['form'],
      at: string = now.toString(),
    ) => mayGiveBack(person, order, { form, now: Temporal.Instant.from(at) });
    expect(may(owner, {})).toBe(true);
    expect(may(owner, { bearer: 'organizer' })).toBe(true);
    expect(may(owner, { amount: 1 })).toBe(false);
    expect(may(owner, { bearer: 'platform' })).toBe(false);
    expect(may(owner, { bearer: 'half' })).toBe(false);
    expect(may(admin, { amount: 1, bearer: 'half' })).toBe(true);
    expect(may(stranger, {})).toBe(false);
    // From the month after on it is paid out: December, in the house's time.
    expect(may(owner, {}, '2026-11-30T22:59:59Z')).toBe(true);
    expect(may(owner, {}, '2026-11-30T23:00:00Z')).toBe(false);
    expect(may(admin, {}, '2026-11-30T23:00:00Z')).toBe(true);
  });

  it('gives nothing back while the buyer’s bank has it', () => {
    const disputed: OrderFacts = { ...order, state: 'paid', isWithheld: true };
    expect(canRefund(disputed)).toBe(false);
    expect(mayAskRefund(buyer, disputed)).toBe(false);
  });

  it('asks for it: the buyer, while there is some, once at a time', () => {
    const paid: OrderFacts = { ...order, state: 'paid' };
    const request = {
      ...{ id: 'r', reason: 'Ill', askedAt: '', recommended: false, decidedAt: null, answer: '' },
    };
    expect([buyer, owner, admin].map((one) => mayAskRefund(one, paid))).toEqual([
      ...[true, false, false],
    ]);
    expect(mayAskRefund(buyer, { ...paid, total: 0 })).toBe(false);
    expect(mayAskRefund(buyer, { ...paid, request: { ...request, state: 'asked' } })).toBe(false);
    expect(mayAskRefund(buyer, { ...paid, request: { ...request, state: 'refused' } })).toBe(true);
  });
});

describe('the fee of a sale', () => {
  it('follows from who can reach the product', () => {
    const plans = (['draft', 'published', 'private'] as const).map((status) =>
      feePlanOf({ status }),
    );
    expect(plans).toEqual(['live', 'live', 'private']);
  });
});

describe('a showing in the calendar', () => {
  it('is in UTC, escaped, and folded at 75 bytes', () => {
    const file = calendarOf([
      {
        id: 'order-1',
        title: 'Concierto de Año Nuevo; cuerdas, vientos y una canción muy larga de título largo',
        startsAt: '2026-12-31T23:00:00.000Z',
        endsAt: '2027-01-01T00:30:00.000Z',
        url: 'https://platea.example/player/concierto',
        madeAt: '2026-11-27T10:00:00.000Z',
      },
    ]);
    const lines = file.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(lines).toContain('DTSTART:20261231T230000Z');
    expect(lines).toContain('DTEND:20270101T003000Z');
    expect(file.replaceAll('\r\n ', '')).toContain(
      'SUMMARY:Concierto de Año Nuevo\\; cuerdas\\, vientos y una canción muy larga de título largo',
    );
  });
});
