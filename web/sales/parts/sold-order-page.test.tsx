import { expect, test } from 'vitest';
import type { Sale } from '#contract/sales.ts';
import type { SoldLetter, SoldOrder } from '#contract/sold-order.ts';
import { onAPage } from '#test/in-english.tsx';
import { SoldOrderPage } from './sold-order-page.tsx';

const at = '2026-11-27T10:00:00.000Z';
const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
const customer = { name: 'Ana', surname: 'Sol', email: 'ana@platea.example', country: 'ES' };

const sale = (given: Partial<Sale>): Sale => ({
  ...{ id: id(1), number: 'K7M4-X2QP', lineId: id(2), kind: 'ticket', quantity: 1, bundle: null },
  ...{ state: 'paid', product: { id: id(3), slug: 'night', title: 'Night' } },
  ...{ channel: { id: id(4), slug: 'house', title: 'House' }, customer, currency: 'EUR' },
  ...{ net: 1000, tax: 210, total: 1210, donation: 0, support: 0, fee: 154, covered: 0 },
  ...{ refunded: 0, organizer: 1056, priceFrom: 'coupon', code: 'WINTER', affiliate: null },
  ...{ invoiceNumber: 'S2026-KTRM-000041', createdAt: at, paidAt: at, eventAt: null },
  ...{ dispute: null, request: null },
  can: {
    ...{ refund: true, refundPart: false, invoice: true, recommend: false, refuse: false },
    ...{ settleRefund: false, resend: true, decideCharge: false },
  },
  ...given,
});

const invoice = { issuedAt: at, currency: 'EUR', total: 1210 } as const;

const order = (given: Partial<SoldOrder> = {}): SoldOrder => ({
  ...{ id: id(1), number: 'K7M4-X2QP', state: 'partly_refunded', channel: null, currency: 'EUR' },
  ...{ total: 2420, createdAt: at, paidAt: at, buyer: customer },
  billing: { company: 'Sol S. L.', nif: 'B1', address: '', city: '', postalCode: '', country: '' },
  lines: [sale({}), sale({ lineId: id(5), state: 'refunded', refunded: 1210 })],
  sums: {
    ...{ currency: 'EUR', orders: 1, taken: 2420, refunded: 1210, tax: 210, fees: 154 },
    ...{ covered: 0, organizer: 1056, donations: 0, support: 0, site: 0 },
  },
  payments: [
    {
      ...{ id: id(6), provider: 'stripe', state: 'paid', lastFour: '4242', failure: null },
      ...{ amount: 2420, refunded: 1210, createdAt: at, settledAt: at },
    },
  ],
  refunds: [
    {
      ...{ id: id(7), amount: 1210, state: 'done', origin: 'person', reason: 'Get well' },
      ...{
        reasonCode: 'goodwill',
        bearer: 'organizer',
        bearerReason: '',
        titles: ['Second night'],
      },
      share: { tax: 210, fee: 0, platform: 0, organizer: 1000 },
      ...{ failedAt: null, bouncedAt: null, askedAnewAt: null },
      ...{ requestedAt: at, doneAt: at, returnedAt: null, writtenAt: null },
    },
  ],
  ...{ requests: [], disputes: [] },
  invoices: [
    { ...invoice, id: id(8), number: 'S2026-KTRM-000041', kind: 'sale' },
    { ...invoice, id: id(9), number: 'R2026-KTRM-000003', kind: 'rectifying', total: -1210 },
  ],
  history: [
    { at, what: 'ordered', by: 'buyer', name: null, amount: 2420, said: '' },
    { at, what: 'refused', by: 'administrator', name: 'Eva', amount: null, said: 'You saw it' },
    { at, what: 'disputed', by: 'provider', name: null, amount: 1210, said: 'duplicate' },
    { at, what: 'disputed', by: 'provider', name: null, amount: 1210, said: 'bank_only' },
  ],
  letters: [],
  can: { ...sale({}).can, readLetters: false },
  beginsWith: id(2),
  ...given,
});

const pageOf = (sold: SoldOrder) =>
  onAPage(<SoldOrderPage order={sold} mine back="/account/sales" productLink={() => '/show'} />);

test('an order hands out every paper once, and says who bears what of a refund', () => {
  const page = pageOf(order());
  expect(page.match(/>PDF /g)).toHaveLength(2);
  for (const said of [
    'S2026-KTRM-000041',
    'R2026-KTRM-000003',
    'Second night',
    'Get well',
    'Sol S. L.',
  ]) {
    expect(page).toContain(said);
  }
  expect(page).toContain('Stripe ···· 4242');
  expect(page).toMatch(/refund\.share\.organizer.*10\.00/);
  expect(page.indexOf('sold.event.ordered')).toBeLessThan(page.indexOf('sold.event.refused'));
  expect(page).toContain('You saw it');
});

test('a refund says since when it is as it stands', () => {
  const [refund] = order().refunds;
  if (!refund) throw new Error('it has none');
  const day = (last: number) => `2026-11-${last}T10:00:00.000Z`;
  const times = {
    ...{ requestedAt: day(11), askedAnewAt: day(12), failedAt: day(13), doneAt: day(14) },
    bouncedAt: day(15),
  };
  const whenOf = (given: Partial<typeof refund>) => {
    const page = pageOf(order({ history: [], refunds: [{ ...refund, ...times, ...given }] }));
    return [11, 12, 13, 14, 15].filter((last) => page.includes(day(last)));
  };
  expect(whenOf({ state: 'requested' })).toEqual([12]);
  expect(whenOf({ state: 'requested', askedAnewAt: null })).toEqual([11]);
  expect(whenOf({ state: 'failed' })).toEqual([13]);
  expect(whenOf({ state: 'done' })).toEqual([14]);
  expect(whenOf({ state: 'bounced' })).toEqual([15]);
  // Of before that was kept.
  expect(whenOf({ state: 'failed', failedAt: null, doneAt: null })).toEqual([11]);
  expect(whenOf({ state: 'bounced', bouncedAt: null })).toEqual([14]);
});

test('who did what is told, by name where it is known, and a bank’s own code is not', () => {
  const page = pageOf(order());
  expect(page).toContain('sold.by.administrator (Eva)');
  expect(page).toContain('sold.disputed.duplicate');
  expect(page).not.toContain('bank_only');
});

test('a letter says what became of it, and leads to it whoever may read it', () => {
  const letter: SoldLetter = {
    ...{ id: id(1), kind: 'order-paid', recipient: 'ana@platea.example', state: 'failed' },
    ...{ writtenAt: at, sentAt: null, triedAt: at, fault: 'full' },
    againBy: { by: 'organizer', name: null },
  };
  const hidden = { ...letter, id: id(2), kind: 'gift-arrived', recipient: null, againBy: null };
  const can = order().can;
  const page = pageOf(order({ letters: [letter, hidden] }));
  for (const said of ['mailFault.full', 'sold.letter.againYou', 'sold.letter.toRecipient']) {
    expect(page).toContain(said);
  }
  expect(page).not.toContain('/manage/track-emails');
  expect(pageOf(order({ letters: [letter], can: { ...can, readLetters: true } }))).toContain(
    '/manage/track-emails?q=ana%40platea.example&amp;kind=order-paid&amp;from=2026-11-27',
  );
});

test('what cannot be done is not offered, and what there is none of has no heading', () => {
  expect(pageOf(order())).toContain('refund.button');
  const { can } = sale({});
  const none = { ...can, refund: false, resend: false, readLetters: false };
  // Of the order itself: what its lines could do by themselves is not asked.
  const page = pageOf(order({ can: none, payments: [], refunds: [], invoices: [] }));
  expect(page).not.toContain('refund.button');
  expect(page).not.toContain('resend.button');
  for (const part of ['payments', 'refunds', 'papers']) expect(page).not.toContain(`sold.${part}`);
});
