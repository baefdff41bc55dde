import { describe, expect, it } from 'vitest';
import type { SoldDispute } from '#contract/sold-order.ts';
import type {
  HappenedLetter,
  HappenedPayment,
  HappenedRefund,
  HappenedRequest,
} from './order-events.rules.ts';
import { type Happened, historyOf } from './order-history.rules.ts';

const at = (minute: number) => `2026-11-27T10:${String(minute).padStart(2, '0')}:00.000Z`;

const nothing: Happened = {
  ...{ state: 'paid', total: 1210, createdAt: at(0), paidAt: at(2), invoices: [], codes: [] },
  ...{ closedAt: null, closeReason: '', writtenAt: null, writtenAgainAt: null },
  ...{ payments: [], refunds: [], requests: [], disputes: [], letters: [], cancelled: [] },
  elsewhere: [],
};
const told = (given: Partial<Happened>) =>
  historyOf({ ...nothing, ...given }).map(({ what, by }) =>
    typeof by === 'string' ? `${what} ${by}` : `${what} by ${by.person}`,
  );

const payment: HappenedPayment = {
  ...{ id: 'p', provider: 'stripe', state: 'declined', lastFour: '', failure: 'card_declined' },
  ...{ amount: 1210, refunded: 0, createdAt: at(1), settledAt: null, byItself: false },
};
const refund: HappenedRefund = {
  ...{ id: 'r', amount: 1210, state: 'done', origin: 'person', reason: '', reasonCode: null },
  ...{ bearer: null, bearerReason: '', share: null, titles: [], requestedBy: 'eva' },
  ...{ failedAt: null, bouncedAt: null, askedAnewAt: null, askedAnewBy: null, doneBeforeAt: null },
  ...{ returnedBy: null, requestedAt: at(5), doneAt: at(6), returnedAt: null, writtenAt: at(7) },
};
const letter: HappenedLetter = {
  ...{ id: 'l', kind: 'order-paid', recipient: 'ana@platea.example', state: 'sent' },
  ...{ writtenAt: at(2), sentAt: at(3), triedAt: at(3), fault: null, askedBy: null },
};

describe('the history of an order', () => {
  it('of one instant goes from what was done to what follows, letters last', () => {
    expect(told({ paidAt: at(0), codes: ['WINTER'], writtenAt: at(0) })).toEqual([
      ...['ordered buyer', 'paid provider', 'code buyer', 'letter site'],
    ]);
  });

  it.each([
    ['pressed by its buyer', { total: 0 }, 'paid buyer'],
    ['tried by its buyer', { payments: [payment] }, 'tried buyer'],
    ['charged by itself', { payments: [{ ...payment, byItself: true }] }, 'tried site'],
    ['declined by the bank', { payments: [payment] }, 'declined provider'],
  ])('says who paid: %s', (_, given, expected) => {
    expect(told(given)).toContain(expected);
  });

  it.each([
    ['cancelled', 'cancelled by the buyer', 'closed buyer'],
    ['cancelled', 'replaced by a new order', 'closed buyer'],
    ['cancelled', 'the session was cancelled', 'closed site'],
    ['expired', 'time over', 'closed site'],
  ] as const)('says who ended one that is %s: %s', (state, closeReason, expected) => {
    expect(told({ state, closeReason, paidAt: null, closedAt: at(9) })).toContain(expected);
  });

  it.each([
    ['person', 'refundBegun by eva'],
    ['rule', 'refundBegun site'],
    ['provider', 'refundBegun provider'],
    ['dispute', 'refundBegun provider'],
  ] as const)('says who began a refund of origin %s', (origin, expected) => {
    expect(told({ refunds: [{ ...refund, origin }] })).toContain(expected);
  });

  it('says who returned money in another way, and not that a bank did', () => {
    const events = told({ refunds: [{ ...refund, returnedAt: at(6), returnedBy: 'bo' }] });
    expect(events).toContain('returned by bo');
    expect(events).not.toContain('refunded provider');
  });

  it.each([
    ['failed', { state: 'failed', doneAt: null, failedAt: at(6) }, ['refundFailed provider']],
    ['before its time was kept', { state: 'failed', doneAt: null }, []],
    [
      'asked for anew',
      { failedAt: at(6), askedAnewAt: at(7), askedAnewBy: 'bo', doneAt: at(8) },
      ['refundFailed provider', 'refundAgain by bo', 'refunded provider'],
    ],
    [
      'came back, and sent in another way',
      { doneBeforeAt: at(6), bouncedAt: at(7), doneAt: at(8), returnedAt: at(8), returnedBy: 'bo' },
      ['refunded provider', 'refundCameBack provider', 'returned by bo'],
    ],
    [
      'returned in another way, came back, and sent by the bank',
      {
        ...{ failedAt: at(6), returnedAt: at(7), returnedBy: 'bo', doneBeforeAt: at(7) },
        ...{ bouncedAt: at(8), doneAt: at(9) },
      },
      ['refundFailed provider', 'returned by bo', 'refundCameBack provider', 'refunded provider'],
    ],
  ] as const)('says how a refund went on: %s', (_, given, expected) => {
    const events = told({ refunds: [{ ...refund, writtenAt: null, ...given }] });
    expect(events.slice(2)).toEqual(['refundBegun by eva', ...expected]);
  });

  it.each([
    ['won', 'disputeWon provider'],
    ['lost', 'disputeLost provider'],
    ['warning_closed', 'disputeClosed provider'],
  ] as const)('says how a dispute ended: %s', (state, expected) => {
    const dispute: SoldDispute = {
      ...{ id: 'd', state, amount: 1210, currency: 'EUR', reason: 'duplicate' },
      ...{ respondBy: null, openedAt: at(4), closedAt: at(8) },
    };
    expect(told({ disputes: [dispute] })).toEqual([
      ...['ordered buyer', 'paid provider', 'disputed provider', expected],
    ]);
    expect(told({ disputes: [{ ...dispute, state: 'under_review', closedAt: null }] })).toEqual([
      ...['ordered buyer', 'paid provider', 'disputed provider'],
    ]);
  });

  it('says who recommended what was asked, and who decided', () => {
    const request: HappenedRequest = {
      ...{ id: 'q', state: 'granted', reason: 'ill', askedAt: at(3), recommended: true },
      ...{ recommendedAt: at(4), recommendedBy: 'eva', decidedAt: at(5), decidedBy: null },
      answer: '',
    };
    expect(told({ requests: [request] }).slice(2)).toEqual([
      ...['asked buyer', 'recommended by eva', 'granted site'],
    ]);
  });

  it.each([
    ['queued', 'letterWaits site', at(2)],
    ['sent', 'letter site', at(3)],
    ['kept', 'letterKept site', at(2)],
    ['failed', 'letterFailed site', at(8)],
  ] as const)('a letter that is %s is told once, and when', (state, expected, when) => {
    const sentAt = state === 'sent' ? at(3) : null;
    const one = { ...letter, state, sentAt, triedAt: at(8) };
    const events = historyOf({ ...nothing, writtenAt: at(2), letters: [one] });
    expect(events.filter(({ what }) => what.startsWith('letter'))).toMatchObject([
      { what: expected.split(' ')[0], at: when, said: 'order-paid' },
    ]);
  });

  it('a letter that is not there any more is told by its row, one that is there is not told twice', () => {
    const gone = { writtenAt: at(2), writtenAgainAt: at(4), refunds: [refund] };
    const letters = (given: Partial<Happened>) =>
      told({ ...gone, ...given }).filter((one) => one.startsWith('letter'));
    expect(letters({})).toEqual(['letter site', 'letter site', 'letter site']);
    const again = { ...letter, id: 'm', askedBy: 'eva', writtenAt: at(4), sentAt: at(4) };
    const back = { ...letter, id: 'n', kind: 'order-refunded', sentAt: at(7) };
    expect(letters({ letters: [letter, again, back] })).toEqual([
      ...['letter site', 'letterAgain by eva', 'letter site', 'letter site'],
    ]);
  });
});
