import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { payoutRunStates, payoutStates } from '#contract/payouts.ts';
import { monthVectors } from '#test/vectors/ics-dst.ts';
import {
  canConfirm,
  canMovePayout,
  canMoveRun,
  cutoffOf,
  type DuePosting,
  executionDay,
  faultOfPayee,
  isPayable,
  leftoversOf,
  maskedIban,
  minimumOf,
  monthOf,
  payeeOfLine,
  payoutReference,
  payoutsOf,
  sumsOf,
  whyLeft,
  whyNothingNext,
} from './payouts.rules.ts';

const at = (text: string) => Temporal.Instant.from(text);

describe('a run', () => {
  it('is collected, approved, exported and paid, or dropped before the bank has it', () => {
    const moves = payoutRunStates.flatMap((from) =>
      payoutRunStates.filter((to) => canMoveRun(from, to)).map((to) => `${from} ${to}`),
    );
    expect(moves).toEqual([
      'collected approved',
      'collected dropped',
      'approved exported',
      'approved dropped',
      'exported paid',
    ]);
  });

  it('loses a payment only while it is collected, and gets one back only when it was paid', () => {
    const moves = payoutRunStates.flatMap((run) =>
      payoutStates.flatMap((state) =>
        (['held', 'returned'] as const)
          .filter((to) => canMovePayout({ state, run }, to))
          .map((to) => `${run}: ${state} ${to}`),
      ),
    );
    expect(moves).toEqual(['collected: open held', 'paid: paid returned']);
  });

  it.each([
    ['2026-11-30T22:59:59Z', '2026-11-01', '2026-10-31T23:00:00Z'],
    ['2026-11-30T23:00:00Z', '2026-12-01', '2026-11-30T23:00:00Z'],
    ['2026-07-15T12:00:00Z', '2026-07-01', '2026-06-30T22:00:00Z'],
  ])('of %s is that of %s and pays what ended before %s', (now, month, cutoff) => {
    expect(monthOf(at(now)).toString()).toBe(month);
    expect(cutoffOf(monthOf(at(now))).toString()).toBe(cutoff);
  });

  it.each(monthVectors)('month %s lasts from %s to %s (ics-dst)', (month, from, to) => {
    const first = Temporal.PlainDate.from(`${month}-01`);
    const bounds = [first, first.add({ months: 1 })].map((day) => cutoffOf(day).toString());
    expect(bounds).toEqual([from, to]);
  });

  it.each([
    ['2026-12-01T08:00:00Z', '2026-12-02'],
    ['2026-12-04T08:00:00Z', '2026-12-07'],
    ['2026-12-03T23:30:00Z', '2026-12-07'],
  ])('made at %s is carried out on %s', (now, day) =>
    expect(executionDay(at(now)).toString()).toBe(day),
  );

  it.each([
    [[], false],
    [[{ state: 'open', fault: null }], true],
    [[{ state: 'held', fault: null }], false],
    [[{ state: 'open', fault: 'iban_missing' }], false],
    [
      [
        { state: 'open', fault: null },
        { state: 'held', fault: 'iban_missing' },
      ],
      true,
    ],
  ] as const)('of %j can be approved: %s', (lines, can) => expect(isPayable(lines)).toBe(can));
});

const payee = {
  ...{ name: 'Cellar Strings SL', taxId: 'B58818501', address: 'Calle Mayor 1' },
  ...{ postalCode: '28013', city: 'Madrid', country: 'ES', iban: 'ES9121000418450200051332' },
};

describe('whom a payment goes to', () => {
  it.each([
    ['EUR', {}, null],
    ['EUR', { iban: '' }, 'iban_missing'],
    ['EUR', { iban: 'ES9121000418450200051333' }, 'iban_check_digits'],
    ['EUR', { iban: 'ES2121000418450200051331' }, 'iban_account'],
    ['EUR', { iban: 'ES912100041845020005133' }, 'iban_length'],
    ['EUR', { iban: 'ZZ91' }, 'iban_letters'],
    ['EUR', { iban: 'ZZ9112' }, 'iban_country'],
    ['EUR', { iban: 'BR9700360305000010009795493P1' }, 'iban_outside_sepa'],
    ['BRL', { iban: 'BR9700360305000010009795493P1' }, null],
    ['EUR', { city: '' }, 'address_missing'],
    ['EUR', { country: '' }, 'address_missing'],
    ['EUR', { name: '' }, 'address_missing'],
    ['EUR', { iban: '', stopped: 'channel_banned' }, 'channel_banned'],
    ['BRL', { stopped: 'owner_stopped' }, 'owner_stopped'],
    ['EUR', { stopped: 'iban_returned' }, 'iban_returned'],
  ] as const)('in %s with %j: %s', (currency, change, fault) =>
    expect(faultOfPayee({ ...payee, ...change }, currency)).toBe(fault),
  );

  it.each([
    ['open', 'collected', '', 'now'],
    ['open', 'collected', payee.iban, 'frozen'],
    ['open', 'approved', '', 'frozen'],
    ['held', 'collected', '', 'frozen'],
  ] as const)('of a line %s in a run %s, frozen with “%s”, is the one of %s', (...given) => {
    const [state, run, iban, which] = given;
    const frozen = { ...payee, iban };
    const now = { ...payee, iban: 'ES7712341234161234567890' };
    const line = { state, run, currency: 'EUR' as const, frozen };
    expect(payeeOfLine(line, now)).toBe(which === 'now' ? now : frozen);
    expect(payeeOfLine(line, undefined)).toBe(frozen);
  });

  it.each([
    ['open', 'collected', true],
    ['open', 'approved', false],
    ['returned', 'paid', true],
    ['paid', 'paid', false],
  ] as const)('may be said to be right of a line %s in a run %s: %s', (state, run, may) => {
    expect(canConfirm({ state, run }, true)).toBe(may);
    expect(canConfirm({ state, run }, false)).toBe(false);
  });

  it('is shown by the country and the end of the account', () => {
    expect(maskedIban(payee.iban)).toBe('ES ···· 1332');
    expect(maskedIban('ES91')).toBe('');
  });
});

describe('what is due', () => {
  const due = (given: Partial<DuePosting>): DuePosting => ({
    ...{ orderId: 'o', posting: 'payment:1', channelId: 'a', currency: 'EUR' },
    ...{ organizer: 0, tax: 0, fee: 0, bookedAt: '2026-11-05T10:00:00Z', partId: null },
    ...given,
  });

  it('is one payment for each channel and currency, tax and all', () => {
    const payouts = payoutsOf([
      due({ organizer: 800, tax: 210 }),
      due({ channelId: 'b', organizer: 500 }),
      due({ posting: 'refund:1', organizer: -100, tax: -21 }),
      due({ currency: 'JPY', organizer: 1 }),
    ]);
    expect(payouts.map(({ channelId, currency, amount }) => [channelId, currency, amount])).toEqual(
      [
        ['a', 'EUR', 889],
        ['b', 'EUR', 500],
        ['a', 'JPY', 1],
      ],
    );
  });

  it.each([
    ['EUR', 99, 0],
    ['EUR', 100, 1],
    ['KWD', 999, 0],
    ['KWD', 1000, 1],
    ['EUR', -500, 0],
  ] as const)('in %s of %d is paid by %d payments', (currency, organizer, count) =>
    expect(payoutsOf([due({ currency, organizer })])).toHaveLength(count),
  );

  it.each([
    [100, 500, 0, null],
    [-1, 500, 0, 'debt'],
    [50, -20, 0, 'debt'],
    [0, -20, 500, 'debt'],
    [99, 99, 0, 'minimum'],
    [0, 500, 0, 'later'],
    [0, 500, 500, 'later'],
    [0, 0, 500, 'underway'],
    [0, 0, 0, 'settled'],
  ] as const)(
    'of %d with %d owed and %d under way is nothing next because: %s',
    (amount, open, underway, why) =>
      expect(whyNothingNext({ due: amount, open, underway }, 'EUR')).toBe(why),
  );

  it('is left over as a debt, or below the minimum, and not at all when it is nothing', () => {
    const left = leftoversOf([
      due({ organizer: -5 }),
      due({ channelId: 'b', organizer: 99 }),
      due({ channelId: 'c', organizer: 100 }),
      due({ channelId: 'd', organizer: 0 }),
    ]);
    expect(left.map(({ channelId, amount }) => [channelId, whyLeft(amount)])).toEqual([
      ['a', 'debt'],
      ['b', 'minimum'],
    ]);
  });

  it('adds up on a statement: sold less given back less the fee is what is paid', () => {
    const rows = [
      { kind: 'sale', gross: 1210, tax: 210, fee: 154 },
      { kind: 'donation', gross: 500, tax: 0, fee: 0 },
      { kind: 'refund', gross: -605, tax: -105, fee: -20 },
    ] as const;
    expect(sumsOf(rows)).toEqual({ sold: 1710, back: -605, fee: 134, tax: 105 });
  });

  it('is paid from one of its currency on', () => {
    expect([minimumOf('EUR'), minimumOf('JPY'), minimumOf('KWD')]).toEqual([100, 1, 1000]);
  });

  it('has a name for the bank of 35 letters at most', () => {
    const reference = payoutReference({ month: '2026-12-01', number: 7 });
    expect(reference).toBe('PO-2026-12-000007');
    const long = payoutReference({ month: '2026-12-01', number: Number.MAX_SAFE_INTEGER });
    expect(long.length).toBeLessThanOrEqual(35);
  });
});
