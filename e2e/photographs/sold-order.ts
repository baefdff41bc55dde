import type { Sale } from '#contract/sales.ts';
import type { OrderEvent, SoldLetter, SoldOrder } from '#contract/sold-order.ts';
import type { Scene } from './scene.ts';

/** An order of the demonstration is a day old: what a long history looks like is told here. */
const id = (last: number) => `01997f6e-0000-7abc-9def-0000000001${String(last).padStart(2, '0')}`;
const at = (day: number, hour = 10) => `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;

const customer = {
  ...{ name: 'Lucía', surname: 'Fernández Ortega', country: 'ES' },
  email: 'lucia.fernandez.ortega@correo.example',
};

const can = {
  ...{ refund: true, refundPart: true, invoice: true, recommend: true, refuse: true },
  ...{ settleRefund: false, resend: true, decideCharge: false },
};

const sale = (given: Partial<Sale>): Sale => ({
  ...{ id: id(1), number: 'K7M4-X2QP', lineId: id(2), kind: 'ticket', quantity: 1, bundle: null },
  ...{ state: 'paid', product: { id: id(3), slug: 'el-faro', title: 'El faro de medianoche' } },
  channel: { id: id(4), slug: 'teatro-del-faro', title: 'Teatro del Faro' },
  ...{ customer, currency: 'EUR', net: 1000, tax: 210, total: 1210, donation: 0, support: 0 },
  ...{
    fee: 154,
    covered: 0,
    refunded: 0,
    organizer: 1056,
    priceFrom: 'coupon',
    code: 'INVIERNO-7K2M',
  },
  affiliate: { id: id(5), name: 'Radio Bahía', code: 'BAHIA' },
  ...{ invoiceNumber: 'S2026-KTRM-000041', createdAt: at(12), paidAt: at(12), eventAt: at(20, 19) },
  ...{ dispute: null, request: null, can },
  ...given,
});

const event = (
  when: string,
  what: OrderEvent['what'],
  by: OrderEvent['by'],
  more: Partial<OrderEvent> = {},
): OrderEvent => ({ at: when, what, by, name: null, amount: null, said: '', ...more });

const letter = (last: number, kind: string, given: Partial<SoldLetter> = {}): SoldLetter => ({
  ...{ id: id(last), kind, recipient: customer.email, state: 'sent', writtenAt: at(12) },
  ...{ sentAt: at(12), triedAt: at(12), fault: null, againBy: null },
  ...given,
});

const history: OrderEvent[] = [
  event(at(10, 18), 'waited', 'buyer', { said: 'El faro de medianoche' }),
  event(at(11, 9), 'seatOffered', 'site', { said: 'El faro de medianoche' }),
  event(at(12), 'ordered', 'buyer', { amount: 3630 }),
  event(at(12), 'tried', 'buyer', { amount: 3630 }),
  event(at(12), 'declined', 'provider', { said: 'card_declined' }),
  event(at(12), 'paid', 'provider', { amount: 3630 }),
  event(at(12), 'code', 'buyer', { said: 'INVIERNO-7K2M' }),
  event(at(12), 'invoice', 'site', { amount: 3630, said: 'S2026-KTRM-000041' }),
  event(at(12), 'letterFailed', 'site', { said: 'order-paid' }),
  event(at(13), 'letterAgain', 'organizer', { said: 'order-paid', name: 'Marta Quiroga' }),
  event(at(13), 'letter', 'site', { said: 'order-paid' }),
  event(at(14), 'shipmentSent', 'administrator', {
    ...{ said: 'Correos PK42 0001 2345 6789', name: 'Álvaro Sanchis' },
  }),
  event(at(14), 'letter', 'site', { said: 'shipment-sent' }),
  event(at(21), 'asked', 'buyer', {
    said: 'El tren se canceló y no pude ver la función de la noche; ¿es posible recuperar el dinero?',
  }),
  event(at(22), 'recommended', 'organizer', { name: 'Marta Quiroga' }),
  event(at(23), 'refundBegun', 'administrator', {
    ...{ amount: 1210, said: 'Lo sentimos mucho', name: 'Álvaro Sanchis' },
  }),
  event(at(23), 'refunded', 'provider', { amount: 1210, said: 'El faro de medianoche' }),
  event(at(23), 'rectified', 'site', { amount: -1210, said: 'R2026-KTRM-000003' }),
  event(at(23), 'ticketEnded', 'site', { said: 'El faro de medianoche' }),
  event(at(24), 'disputed', 'provider', { amount: 2420, said: 'product_not_received' }),
  event(at(25), 'refundCameBack', 'provider', { amount: 1210, said: 'El faro de medianoche' }),
  event(at(25, 11), 'refundBegun', 'site', { amount: 500 }),
  event(at(26), 'refunded', 'provider', { amount: 1210, said: 'El faro de medianoche' }),
  event(at(27), 'disputeWon', 'provider', { amount: 2420 }),
  event(at(28), 'payoutCollected', 'site', { amount: 2112, said: 'PO-2026-12-000001' }),
  event(at(28, 11), 'refundFailed', 'provider', { amount: 500 }),
  event(at(28, 12), 'refundAgain', 'administrator', { amount: 500, name: 'Álvaro Sanchis' }),
  event(at(29), 'payoutPaid', 'site', { amount: 2112, said: 'PO-2026-12-000001' }),
];

const letters: SoldLetter[] = [
  letter(20, 'order-paid', { state: 'failed', sentAt: null, fault: 'full' }),
  letter(21, 'order-paid', {
    ...{ writtenAt: at(13), sentAt: at(13) },
    againBy: { by: 'organizer', name: 'Marta Quiroga' },
  }),
  letter(22, 'shipment-sent', { writtenAt: at(14), sentAt: at(14) }),
  letter(23, 'gift-arrived', { writtenAt: at(14), sentAt: at(14), recipient: null }),
  letter(24, 'order-refunded', {
    ...{ state: 'queued', writtenAt: at(23), sentAt: null, triedAt: at(23), fault: 'server' },
  }),
];

const invoice = { issuedAt: at(12), currency: 'EUR' } as const;
const payment = { provider: 'stripe', amount: 3630, createdAt: at(12) } as const;

const order: SoldOrder = {
  ...{ id: id(1), number: 'K7M4-X2QP', state: 'partly_refunded', currency: 'EUR', total: 3630 },
  channel: { id: id(4), slug: 'teatro-del-faro', title: 'Teatro del Faro' },
  ...{ createdAt: at(12), paidAt: at(12), buyer: customer },
  billing: {
    ...{
      company: 'Fernández y Ortega S. L.',
      nif: 'B12345674',
      address: 'Calle del Prado 5, 2.º B',
    },
    ...{ city: 'Madrid', postalCode: '28014', country: 'ES' },
  },
  lines: [
    sale({ state: 'refunded', refunded: 1210 }),
    sale({
      ...{ lineId: id(6), kind: 'physical', quantity: 2, total: 2420, code: null, eventAt: null },
      product: { id: id(7), slug: 'cartel', title: 'Cartel firmado de la temporada' },
    }),
  ],
  sums: {
    ...{ currency: 'EUR', orders: 1, taken: 3630, refunded: 1210, tax: 420, fees: 308, covered: 0 },
    ...{ organizer: 2112, donations: 0, support: 0, site: 0 },
  },
  payments: [
    {
      ...{ ...payment, id: id(8), state: 'declined', lastFour: '0002', failure: 'card_declined' },
      ...{ refunded: 0, settledAt: null },
    },
    {
      ...{ ...payment, id: id(9), state: 'paid', lastFour: '4242', failure: null },
      ...{ refunded: 1210, settledAt: at(12) },
    },
  ],
  refunds: [
    {
      ...{ id: id(10), amount: 1210, state: 'done', origin: 'person', reason: 'Lo sentimos mucho' },
      ...{ reasonCode: 'goodwill', bearer: 'organizer', bearerReason: '' },
      share: { tax: 210, fee: 0, platform: 0, organizer: 1000 },
      ...{ requestedAt: at(23), doneAt: at(26), returnedAt: null, writtenAt: at(23) },
      ...{ failedAt: null, bouncedAt: at(25), askedAnewAt: null },
      titles: ['El faro de medianoche'],
    },
    {
      ...{ id: id(13), amount: 500, state: 'requested', origin: 'rule', reason: '', titles: [] },
      ...{ reasonCode: null, bearer: null, bearerReason: '', share: null },
      ...{ requestedAt: at(25, 11), doneAt: null, returnedAt: null, writtenAt: null },
      ...{ failedAt: at(28, 11), bouncedAt: null, askedAnewAt: at(28, 12) },
    },
  ],
  requests: [],
  disputes: [],
  invoices: [
    { ...invoice, id: id(11), number: 'S2026-KTRM-000041', kind: 'sale', total: 3630 },
    { ...invoice, id: id(12), number: 'R2026-KTRM-000003', kind: 'rectifying', total: -1210 },
  ],
  ...{ letters, history, beginsWith: id(2) },
  can: { ...can, readLetters: false },
};

const unnamed = (one: OrderEvent): OrderEvent => ({ ...one, name: null });
/** As its seller sees it. */
const mine: SoldOrder = { ...order, history: history.map(unnamed) };

const instead = (seenAs: SoldOrder) => ({
  ...{ path: /\/api\/desk\/orders\//, status: 200, change: () => seenAs },
});

export const soldOrderScenes: Scene[] = [
  {
    ...{ name: 'money.order', who: 'admin', address: () => `/manage/sales/${id(1)}` },
    instead: instead({ ...order, can: { ...order.can, readLetters: true } }),
  },
  {
    ...{ name: 'money.orderMine', who: 'teatro', address: () => `/account/sales/${id(1)}` },
    instead: instead(mine),
  },
];
