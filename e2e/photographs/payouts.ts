import type { MyPayout } from '#contract/my-payouts.ts';
import type { PayoutLine, PayoutRun } from '#contract/payouts.ts';
import type { Scene } from './scene.ts';

/** The demonstration has sold nothing in a month that is over: what payouts look like is told here. */
const id = '01997f6e-0000-7abc-9def-000000000041';
const channel = (title: string) => ({ id, slug: 'teatro-del-faro', title });

const line = (number: number, given: Partial<PayoutLine>): PayoutLine => ({
  id: `01997f6e-0000-7abc-9def-0000000000${50 + number}`,
  reference: `PO-2026-12-00000${number}`,
  ...{
    state: 'open',
    reason: '',
    returnedAt: null,
    channel: channel('Teatro del Faro'),
    payee: 'Teatro del Faro SL',
  },
  ...{ iban: 'ES ···· 1332', fault: null, currency: 'EUR', amount: 248_350, items: 214 },
  can: { hold: true, return: false, confirm: false },
  ...given,
});

const lines: PayoutLine[] = [
  line(1, {}),
  line(2, {
    ...{ channel: channel('Sala Maré'), payee: 'Sala Maré Produções Culturais Lda' },
    ...{ iban: 'PT ···· 0154', amount: 41_210, items: 38, fault: 'iban_check_digits' },
  }),
  line(3, {
    ...{ channel: channel('Northlight Sessions'), payee: 'Northlight Ltd', iban: 'GB ···· 6819' },
    ...{
      amount: 9015,
      items: 7,
      state: 'held',
      reason: 'They asked us to wait for a new account.',
    },
    can: { hold: false, return: false, confirm: false },
  }),
  line(4, { currency: 'JPY', amount: 128_000, items: 12 }),
];

const sampleRun: PayoutRun = {
  ...{ id, reference: 'PO-2026-12-3', state: 'collected', month: '2026-12-01' },
  ...{ collectedAt: '2026-12-01T03:20:00Z', approvedAt: null, exportedAt: null, settledAt: null },
  sums: [
    {
      currency: 'EUR',
      payouts: 2,
      amount: 289_560,
      booked: 289_560,
      back: { payouts: 0, amount: 0 },
    },
    {
      currency: 'JPY',
      payouts: 1,
      amount: 128_000,
      booked: 128_000,
      back: { payouts: 0, amount: 0 },
    },
  ],
  leftOut: [
    {
      ...{ channel: channel('Cine Lumière'), payee: 'Lumière SL', currency: 'EUR', amount: -3120 },
      ...{ why: 'debt', payout: null, fault: null, reason: '' },
    },
    {
      ...{ channel: channel('Northlight Sessions'), payee: 'Northlight Ltd', currency: 'EUR' },
      ...{ amount: 9015, why: 'held', fault: 'iban_missing' },
      reason: 'They asked us to wait for a new account.',
      payout: { id: lines[2]?.id ?? id, reference: 'PO-2026-12-000003' },
    },
  ],
  ...{ lines, files: [], accountMissing: false },
  can: { approve: false, drop: true, export: false, settle: false },
};

const sentRun: PayoutRun = {
  ...sampleRun,
  ...{ state: 'exported', approvedAt: '2026-12-01T09:00:00Z', exportedAt: '2026-12-01T09:05:00Z' },
  lines: lines.map((one) => ({
    ...one,
    fault: null,
    can: { hold: false, return: false, confirm: false },
  })),
  files: [
    { currency: 'EUR', kind: 'sepa' },
    { currency: 'JPY', kind: 'list' },
  ],
  can: { approve: false, drop: false, export: false, settle: true },
};

const payout = (number: number, given: Partial<MyPayout>): MyPayout => ({
  id: `01997f6e-0000-7abc-9def-0000000000${60 + number}`,
  reference: `PO-2026-1${number}-00000${number}`,
  ...{ state: 'paid', reason: '', channel: channel('Teatro del Faro'), iban: 'ES ···· 1332' },
  ...{ currency: 'EUR', amount: 248_350, collectedAt: '2026-10-01T03:20:00Z' },
  ...{ settledAt: '2026-10-02T10:00:00Z', returnedAt: null, can: { statement: true } },
  ...given,
});

const samplePayouts = {
  items: [
    payout(2, { state: 'open', settledAt: null, can: { statement: false } }),
    payout(1, {
      ...{ state: 'returned', reason: 'Cuenta cancelada', amount: 9015 },
      returnedAt: '2026-10-05T10:00:00Z',
    }),
    payout(0, { amount: 128_040 }),
  ],
  ...{ total: 3, page: 1, size: 20 },
  balances: [
    {
      ...{ channel: channel('Teatro del Faro'), currency: 'EUR', open: 41_210, onTheWay: 248_350 },
      preparing: 0,
      ...{ next: 38_975, nextOn: '2026-12-01', fault: null, nothing: null, minimum: 100 },
    },
    {
      ...{ channel: channel('Teatro del Faro'), currency: 'JPY', open: -1210, onTheWay: 0 },
      preparing: 0,
      ...{ next: 0, nextOn: '2026-12-01', fault: 'iban_missing', nothing: 'debt', minimum: 1 },
    },
  ],
};

export const payoutScenes: Scene[] = [
  ...[sampleRun, sentRun].map((run) => ({
    name: `payouts.${run.state}`,
    who: 'admin' as const,
    address: () => `/manage/sales/payouts?run=${run.id}`,
    instead: { path: '**/api/manage/payout-runs/*', status: 200, change: () => run },
  })),
  {
    name: 'payouts.mine',
    who: 'teatro',
    address: () => '/account/sales/payouts',
    instead: { path: '**/api/desk/payouts*', status: 200, change: () => samplePayouts },
  },
];
