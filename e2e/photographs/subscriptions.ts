import type { MonthCheckout, SubscribeCheckout } from '#contract/subscription-orders.ts';
import type { Subscriber, SubscriptionCard } from '#contract/subscriptions.ts';
import { say } from '../words.ts';
import type { Scene } from './scene.ts';

/** Nobody of the demonstration has lived a month of it: how their subscriptions stand is told here. */
const nobodyCan = {
  ...{ cancel: false, resume: false, resumeToPay: false },
  ...{ pay: false, changeCard: false },
};
const due = {
  ...{ paymentDue: true, accessUntil: '2026-12-07T10:00:00.000Z', lastFour: '0341' },
  can: { ...nobodyCan, cancel: true, pay: true },
};
const stands: Partial<SubscriptionCard>[] = [
  {},
  due,
  {
    ...{ status: 'cancelled', renews: false },
    can: { ...nobodyCan, resume: true },
  },
  {
    nextPrice: { total: 699, from: '2027-01-15T08:40:00.000Z' },
    ...{ lastFour: '', can: { ...nobodyCan, cancel: true, pay: true, changeCard: true } },
  },
  { renews: false, can: { ...nobodyCan, cancel: true } },
  { status: 'ended', renews: false, can: nobodyCan },
];

/** It waits for a rate: as it is, where a payment had failed before, and after it was cancelled. */
const waits = { waitsForRate: true, nextCharge: null, accessUntil: '2026-12-07T10:00:00.000Z' };
const waiting: Partial<SubscriptionCard>[] = [
  { ...waits, can: { ...nobodyCan, cancel: true, changeCard: true } },
  { ...waits, paymentDue: true, can: { ...nobodyCan, cancel: true } },
  {
    ...{ status: 'cancelled', renews: false, accessUntil: waits.accessUntil },
    can: { ...nobodyCan, resume: true, resumeToPay: true },
  },
];

type Page<One> = { items: One[]; total: number };

const inEachOf =
  (ways: Partial<SubscriptionCard>[]) =>
  (answer: object): object => {
    const page = answer as Page<SubscriptionCard>;
    const [one] = page.items;
    const items = one
      ? ways.map((how, at) => ({ ...one, id: `${at}${one.id.slice(1)}`, ...how }))
      : [];
    return { ...page, items, total: items.length };
  };

/** On the page on which one gives a card, back from Stripe without one. */
const byStripe = (answer: object): object => ({
  ...answer,
  state: 'open',
  place: { url: 'https://checkout.stripe.com/', fields: null },
  methods: { providers: ['stripe'], sandbox: false, cards: [] },
});

const people: Partial<Subscriber>[] = [
  { status: 'subscribed', months: 4 },
  { status: 'subscribed', paymentDue: true, months: 11 },
  { status: 'subscribed', waitsForRate: true, currency: 'NOK', months: 2 },
  { status: 'cancelled', months: 1 },
  { status: 'ended', months: 14 },
];
const someone = (at: number): Subscriber => ({
  ...{ id: `0199-${at}`, paymentDue: false, currency: 'EUR', total: 499, status: 'subscribed' },
  waitsForRate: false,
  term: 'month',
  channel: { id: 'one', slug: 'teatro-del-faro', title: 'Teatro del Faro' },
  person: [
    { name: 'Inés', surname: 'Villalobos Fernández', email: 'ines.villalobos@platea.example' },
    { name: 'Tomás', surname: 'Roca', email: 'tomas@platea.example' },
    { name: '', surname: '', email: 'somebody-with-a-long-address@platea.example' },
    { name: 'Bea', surname: 'Lima', email: 'bea@platea.example' },
  ][at] ?? { name: '', surname: '', email: '' },
  ...{ since: '2026-02-10T11:00:00.000Z', validUntil: '2026-12-10T11:00:00.000Z', months: 1 },
  ...people[at],
});
const followed = {
  items: people.map((_, at) => someone(at)),
  ...{ total: people.length, page: 1, size: 20 },
  totals: [{ currency: 'EUR', subscribed: 2, cancelled: 1, monthly: 998 }],
};

const subscribe = '/channels/sala-mare/subscribe';
const checkout = '**/api/channels/*/subscription/checkout';

export const subscriptionScenes = (mine: string): Scene[] => [
  { name: 'month.channel', who: null, address: () => '/channels/sala-mare' },
  {
    name: 'month.mine',
    who: 'viewer',
    address: () => '/mystuff/subscriptions',
    instead: { path: '**/api/me/subscriptions*', status: 200, change: inEachOf(stands) },
  },
  {
    name: 'month.waits',
    who: 'viewer',
    address: () => '/mystuff/subscriptions',
    instead: { path: '**/api/me/subscriptions*', status: 200, change: inEachOf(waiting) },
  },
  {
    name: 'month.none',
    who: 'viewer',
    address: () => '/mystuff/subscriptions',
    instead: {
      path: '**/api/me/subscriptions*',
      status: 200,
      change: (answer) => ({ ...answer, items: [], total: 0 }),
    },
  },
  {
    name: 'month.cancel',
    who: 'viewer',
    address: () => '/mystuff/subscriptions',
    tall: false,
    act: async (page, language) => {
      const button = say('subscriptions', 'cancel.button', {}, language);
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'month.due',
    who: 'viewer',
    address: () => `/mystuff/subscriptions/${mine}/pay`,
    instead: {
      path: '**/api/me/subscriptions/*/month',
      status: 200,
      change: (answer) => {
        const month = answer as MonthCheckout;
        return { ...month, subscription: { ...month.subscription, ...due } };
      },
    },
  },
  {
    name: 'month.card.unfinished',
    who: 'viewer',
    address: () => `/mystuff/subscriptions/${mine}/card?back=1`,
    instead: {
      path: /\/api\/me\/subscriptions\/[^/]+\/card(\/return)?$/,
      status: 200,
      change: byStripe,
    },
  },
  {
    name: 'month.subscribed-already',
    who: 'viewer',
    address: () => subscribe,
    instead: {
      path: checkout,
      status: 200,
      change: (answer) => {
        const { offer, ...paying } = answer as SubscribeCheckout;
        return { ...paying, offer: { ...offer, can: { subscribe: false } } };
      },
    },
  },
  {
    name: 'month.not-offered',
    who: 'viewer',
    address: () => subscribe,
    instead: {
      path: checkout,
      status: 200,
      change: (answer) => {
        const { offer, ...paying } = answer as SubscribeCheckout;
        return {
          ...paying,
          offer: { ...offer, mine: null, price: null, can: { subscribe: false } },
        };
      },
    },
  },
  {
    name: 'month.subscribers',
    who: 'teatro',
    address: () => '/account/subscribers',
    instead: { path: '**/api/desk/subscribers*', status: 200, change: () => followed },
  },
  {
    name: 'month.settings',
    who: 'teatro',
    address: () => '/account/channels/teatro-del-faro',
  },
  {
    name: 'month.card.kept.done',
    who: 'viewer',
    address: () => `/mystuff/subscriptions/${mine}/card`,
    act: async (page, language) => {
      await page.locator('[autocomplete=cc-number]').fill('4242424242424242');
      await page.locator('[autocomplete=cc-exp]').fill('1240');
      await page.locator('[autocomplete=cc-csc]').fill('123');
      await page.locator('main button[type=submit]').click();
      const kept = say('subscriptions', 'card.kept', {}, language);
      await page.getByRole('heading', { name: kept }).waitFor();
    },
  },
  {
    name: 'month.paid.done',
    who: 'viewer',
    address: () => `/mystuff/subscriptions/${mine}/pay`,
    act: async (page, language) => {
      await page.locator('[autocomplete=cc-number]').fill('4242424242424242');
      await page.locator('[autocomplete=cc-exp]').fill('1240');
      await page.locator('[autocomplete=cc-csc]').fill('123');
      await page.locator('main input[type=checkbox]').last().check();
      await page.locator('main button[type=submit]').click();
      const mySpace = say('subscriptions', 'paid.mine', {}, language);
      await page.getByRole('link', { name: mySpace }).waitFor();
    },
  },
];
