import type { Sale } from '#contract/sales.ts';
import { say } from '../words.ts';
import type { Scene } from './scene.ts';

/** The demonstration has no bank that takes money back: what that looks like is told here. */
const id = '01997f6e-0000-7abc-9def-000000000071';
const asked = {
  id,
  state: 'asked' as const,
  reason: 'My train was cancelled, so I could not see the show that evening.',
  askedAt: '2026-11-28T10:00:00.000Z',
  ...{ recommended: false, decidedAt: null, answer: '' },
};
const dispute = {
  ...{ id, state: 'needs_response' as const, amount: 1210, currency: 'EUR' as const },
  ...{ reason: 'product_not_received', respondBy: '2026-12-07T10:00:00.000Z' },
  openedAt: '2026-11-28T10:00:00.000Z',
};

type Page<One> = { items: One[]; totals: object[] };

/** The first sales stand in each of the states. */
function withTrouble(answer: object): object {
  const page = answer as Page<Sale>;
  const states: Partial<Sale>[] = [
    { dispute },
    { request: asked, can: { ...can, refuse: true } },
    { request: { ...asked, recommended: true }, can: { ...can, refuse: true } },
    { dispute: { ...dispute, state: 'won' } },
    { request: asked, can: { ...can, refund: false, refuse: true, recommend: true } },
  ];
  const items = page.items.map((sale, index) => ({ ...sale, ...states[index] }));
  return { ...page, items, totals: page.totals.map((total) => ({ ...total, covered: 4230 })) };
}
const can = {
  refund: true,
  refundPart: true,
  invoice: true,
  recommend: false,
  refuse: false,
  settleRefund: false,
  resend: true,
  decideCharge: false,
};

/** Sales of which only their bank's own screen tells whether they were charged. */
function withUndecided(answer: object): object {
  const page = answer as Page<Sale>;
  const items = page.items.map((sale) => ({ ...sale, can: { ...can, decideCharge: true } }));
  return { ...page, items };
}

/** A refund that the bank did not do, and one of money that bought nothing. */
function withStranded(answer: object): object {
  if ('items' in answer) {
    const page = answer as Page<Sale>;
    const items = page.items.map((sale) => ({ ...sale, can: { ...can, settleRefund: true } }));
    return { ...page, items };
  }
  const refund = {
    ...{ id, amount: 1210, state: 'failed', origin: 'rule', reason: '', reasonCode: null },
    ...{ bearer: null, requestedAt: '2026-11-24T10:00:00.000Z', doneAt: null, returnedAt: null },
    can: { askAgain: true, returnOtherwise: true },
  };
  const bounced = { ...refund, id: `${id.slice(0, -1)}2`, state: 'bounced', amount: 400 };
  const refunds = [refund, { ...bounced, can: { askAgain: false, returnOtherwise: true } }];
  return { ...answer, refunds };
}

const preview = {
  ...{ currency: 'EUR', left: 1210, amount: 1210, byRule: 'half', bearer: 'half' },
  share: { tax: 210, fee: 77, platform: 423, organizer: 500 },
  endsGifts: 0,
  can: { part: true, choose: true },
};

const sales = { path: '**/api/*/sales*', status: 200, change: withTrouble };

const event = {
  ...{ id, provider: 'stripe', eventId: 'evt_1Q2w3E4r5T6y7U8i9O0pAsDf', orderId: id },
  orderNumber: 'K7M4-X2QP',
  ...{ type: 'charge.dispute.funds_withdrawn', state: 'failed', outcome: '' },
  error: 'canceling statement due to lock timeout',
  receivedAt: '2026-11-28T10:00:00.000Z',
  can: { replay: true },
};
const events = [
  event,
  { ...event, state: 'handled', error: '', type: 'checkout.session.completed' },
  { ...event, provider: 'redsys', state: 'refused', error: '', type: 'told.4821aB3dE6gH_0_0000' },
  { ...event, state: 'kept', error: '', type: 'customer.created', orderId: null },
  { ...event, state: 'handled', type: 'refund.done', error: '', can: { replay: false } },
];

export const moneyBackScenes: Scene[] = [
  { name: 'money.sales', who: 'admin', address: () => '/manage/sales', instead: sales },
  {
    name: 'money.refund',
    who: 'admin',
    address: () => '/manage/sales',
    tall: false,
    instead: { path: '**/api/desk/orders/*/refund*', status: 200, change: () => preview },
    act: async (page, language) => {
      await page
        .getByRole('button', { name: say('sales', 'refund.button', {}, language) })
        .first()
        .click();
      await page.getByText(say('sales', 'refund.share.title', {}, language)).waitFor();
    },
  },
  {
    name: 'money.stranded',
    who: 'admin',
    address: () => '/manage/sales',
    tall: false,
    instead: { path: /\/api\/(manage\/sales(\?|$)|orders\/)/, status: 200, change: withStranded },
    act: async (page, language) => {
      await page
        .getByRole('button', { name: say('sales', 'stranded.button', {}, language) })
        .first()
        .click();
      await page
        .getByRole('button', { name: say('sales', 'stranded.askAgain', {}, language) })
        .waitFor();
    },
  },
  {
    name: 'money.undecided',
    who: 'admin',
    address: () => '/manage/sales',
    tall: false,
    instead: { path: /\/api\/manage\/sales(\?|$)/, status: 200, change: withUndecided },
    act: async (page, language) => {
      await page
        .getByRole('button', { name: say('sales', 'undecided.button', {}, language) })
        .first()
        .click();
      await page
        .getByRole('button', { name: say('sales', 'undecided.yes', {}, language) })
        .waitFor();
    },
  },
  {
    name: 'money.request',
    who: 'teatro',
    address: () => '/account/sales',
    tall: false,
    instead: sales,
    act: async (page, language) => {
      await page
        .getByRole('button', { name: say('sales', 'request.answer', {}, language) })
        .last()
        .click();
      await page.getByText(asked.reason).waitFor();
    },
  },
  {
    name: 'money.mine',
    who: 'viewer',
    address: () => '/mystuff/orders',
    instead: {
      path: '**/api/me/orders*',
      status: 200,
      change: (answer) => {
        const page = answer as Page<object>;
        const states = [
          { request: asked },
          { request: { ...asked, state: 'refused', answer: 'You can watch it until Sunday.' } },
        ];
        return { ...page, items: page.items.map((order, at) => ({ ...order, ...states[at] })) };
      },
    },
  },
  {
    name: 'money.notices',
    who: 'admin',
    address: () => '/manage/modules/media-pay/notices',
    instead: {
      path: '**/api/manage/payments/events*',
      status: 200,
      change: () => ({ items: events, total: events.length, page: 1, size: 20 }),
    },
  },
  {
    name: 'money.notice',
    who: 'admin',
    address: () => `/manage/modules/media-pay/notices?notice=${id}`,
    instead: {
      path: '**/api/manage/payments/events/*',
      status: 200,
      change: () => ({
        ...event,
        body: {
          ...{ id: event.eventId, object: 'event', type: event.type },
          data: { object: { id: 'dp_1', amount: 1210, payment_method_details: '•••' } },
        },
        replays: [
          {
            by: 'admin@platea.example',
            at: '2026-11-28T11:00:00.000Z',
            state: 'failed',
            error: '',
          },
        ],
      }),
    },
  },
];
