import type { Cart } from '#contract/cart.ts';
import type { Gift } from '#contract/gifts.ts';
import type { Ask } from '../screens.ts';
import { sessionOf } from '../screens.ts';
import { say } from '../words.ts';
import { type Scene, seen } from './scene.ts';

/** What is given and what is sent, as far as the demonstration has none of it. */
export type GivingProps = {
  /** A thing, on its page and on its organizer's desk. */
  thing: string;
  desk: string;
  /** A show that is given away, and a channel that takes donations. */
  show: string;
  channel: string;
  card: Gift['product'];
};

const address = {
  ...{ name: 'Vera Viewer', street: 'Calle del Prado 5', second: '2.º B', city: 'Madrid' },
  ...{ postalCode: '28014', region: 'Madrid', country: 'ES', phone: '+34 600 000 000' },
};
const zone = { name: '', countries: [], sends: true, perItem: 100, freeFrom: null };
const shipping = {
  ...{ currency: 'EUR', home: 'ES', taxRate: 2100, pickup: 'Taquilla del teatro, de 18 a 21 h' },
  zones: [
    { ...zone, kind: 'home', perOrder: 500, freeFrom: 6000 },
    { ...zone, kind: 'eu', perOrder: 1200 },
  ],
};
const donations = {
  ...{ isOn: true, currency: 'EUR', suggested: [300, 500, 1000], least: 100, most: 50_000 },
  text: 'Con tu ayuda abrimos también los martes.',
};
const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

type Product = { slug: string; form: object; channel: { slug: string } };
type Card = Gift['product'];

/** Sells a poster, sends one and has another to send, takes donations, and gives a ticket away. */
export async function preparedGiving(ask: Ask, like: string): Promise<GivingProps> {
  const organizer = (await sessionOf(ask, 'teatro')).authToken;
  const buyer = (await sessionOf(ask, 'viewer')).authToken;
  const model = await ask<Product>(`/api/desk/products/${like}`, organizer);
  const channel = model.channel.slug;
  const { items } = await ask<{ items: Card[] }>('/api/products?size=100');
  const given = items.find(({ slug }) => slug === like) as Card;
  const props = { show: like, channel, card: given };
  await ask(`/api/desk/channels/${channel}/donations`, organizer, donations, 'PUT');
  const known = items.find(({ type }) => type === 'physical')?.slug;
  const thing = known ?? (await aPoster(ask, organizer, model));
  const desk = `/account/channels/${channel}/products/${thing}`;
  if (known) return { ...props, thing, desk };
  await buy(ask, buyer, [{ kind: 'physical', productSlug: thing, quantity: 2 }, 2400], 600);
  await sendFirst(ask, organizer);
  await buy(ask, buyer, [{ kind: 'physical', productSlug: thing, quantity: 1 }, 1200], 500);
  const to = { email: 'leo@example.org', name: 'Leo', message: 'Para el largo invierno.' };
  const { price, sessions } = await ask<{ price: { total: number }; sessions: { id: string }[] }>(
    `/api/products/${like}/checkout`,
    buyer,
  );
  const gift = { kind: 'gift', productSlug: like, sessionId: sessions[0]?.id ?? null, to };
  await buy(ask, buyer, [gift, price.total], null);
  const cart = { kind: 'physical', productSlug: thing, quantity: 2 };
  await ask('/api/me/cart/items', buyer, cart);
  await ask('/api/me/cart/items', buyer, {
    ...{ kind: 'ticket', productSlug: like, sessionId: sessions[0]?.id ?? null },
  });
  await ask('/api/me/cart/items', buyer, { kind: 'subscription', channelSlug: channel });
  return { ...props, thing, desk };
}

async function aPoster(ask: Ask, organizer: string, { form, channel }: Product): Promise<string> {
  const { slug } = await ask<Product>('/api/desk/products', organizer, {
    ...form,
    ...{ type: 'physical', title: 'Cartel de la temporada', sessions: [], offer: null },
    ...{ shortDescription: 'Impreso en papel grueso, 50 × 70 cm, en tubo de cartón.' },
    price: { by: 'total', amount: 1200, taxRate: 2100 },
  });
  const stock = { free: 12, seen: null, held: 0 };
  await ask(`/api/desk/products/${slug}/stock`, organizer, stock, 'PUT');
  await ask(`/api/desk/channels/${channel.slug}/shipping`, organizer, shipping, 'PUT');
  await ask(`/api/desk/products/${slug}/publication`, organizer, {});
  return slug;
}

async function buy(
  ask: Ask,
  token: string,
  [item, expectedTotal]: [item: object, total: number],
  sending: number | null,
): Promise<void> {
  const parcel = { kind: 'shipping', address, expectedTotal: sending };
  const order = await ask<{ id: string }>('/api/orders', token, {
    items: [{ ...item, expectedTotal }, ...(sending === null ? [] : [parcel])],
    expectedTotal: expectedTotal + (sending ?? 0),
    acceptTerms: true,
  });
  await ask(`/api/orders/${order.id}/payment`, token, { card });
}

async function sendFirst(ask: Ask, organizer: string): Promise<void> {
  const { items } = await ask<{ items: { id: string }[] }>('/api/desk/shipments', organizer);
  const tracking = { carrier: 'Correos', trackingCode: 'PK42ES' };
  const sending = { ...tracking, trackingUrl: 'https://post.example.com/PK42ES' };
  await ask(`/api/desk/shipments/${items[0]?.id}/sending`, organizer, sending);
}

const waiting = (product: Card): Gift => ({
  ...{ state: 'waiting', product, session: product.session, from: 'Ana Prats', name: 'Leo' },
  message: 'Para el largo invierno.\nNos vemos en la butaca de al lado.',
  ...{ expiresAt: '2026-12-12T21:00:00.000Z', owned: false, can: { accept: true } },
});

const token = 'a'.repeat(43);
const gift = (name: string, answer: Gift): Scene => ({
  ...{ name: `giving.${name}`, who: 'fan', address: () => `/gift/${token}` },
  instead: { path: '**/api/gifts/*', status: 200, change: () => answer },
});

/** The whole site in the cart, which the demonstration does not sell; and what each line may have to say. */
function withSite(answer: object): object {
  const { groups } = answer as Cart;
  const [group] = groups;
  if (!group) return answer;
  const lines = group.lines.map((line) => {
    if (line.kind === 'ticket') return { ...line, openedBy: 'channel', code: 'FARO2026' };
    if (line.kind === 'subscription') return { ...line, costBefore: 599 };
    return { ...line, fault: 'SOLD_OUT', most: 1 };
  });
  const month = group.lines.find(({ kind }) => kind === 'subscription');
  const price = { net: 8182, tax: 1718, total: 9900 };
  const subscription = { term: 'year', products: 12, renewsAt: '2027-11-30T11:00:00.000Z' };
  const site = { ...group, ...price, channel: null, lines: [{ ...month, ...price, subscription }] };
  const can = { buy: true, give: false, useCode: false };
  return {
    count: 4,
    groups: [
      { ...group, lines },
      { ...site, can },
    ],
  };
}

const paidOrder = '01997f6e-2f1c-7abc-9def-0123456789ab';

/** The order of a ticket, a thing and a first month, as it stands once it is paid. */
const paid = ({ id, slug, title, channel, session }: Card) => {
  const line = {
    ...{
      id: 'ticket',
      kind: 'ticket',
      quantity: 1,
      productId: id,
      productSlug: slug,
      title,
      session,
    },
    ...{ net: 1488, taxRate: 2100, tax: 312, total: 1800, refunded: 0, priceFrom: 'product' },
    ...{ code: null, bundleLineId: null },
  };
  const none = { productId: null, productSlug: null, session: null };
  return {
    ...{ id: paidOrder, state: 'paid', channel, currency: 'EUR', net: 0, tax: 0, total: 3699 },
    ...{ fee: null, refunded: 0, pickup: null, payment: null, refunds: [], buyer: null },
    lines: [
      line,
      { ...line, id: 'thing', kind: 'physical', title: 'Cartel de la temporada', session: null },
      { ...line, ...none, id: 'month', kind: 'subscription', title: channel.title },
    ],
    invoices: [{ id: 'invoice', number: '2026-000041', kind: 'sale', total: 3699 }],
    ...{ affiliate: null, createdAt: '2026-11-30T10:00:00.000Z', closedAt: null },
    ...{ expiresAt: '2026-11-30T10:15:00.000Z', paidAt: '2026-11-30T10:01:00.000Z' },
    ...{ serverNow: '2026-11-30T10:01:00.000Z', next: { kind: 'done' } },
    can: { pay: false, cancel: false, invoice: true, askRefund: true, share: true },
  };
};

export const givingScenes = ({
  thing,
  desk,
  show,
  channel,
  card: product,
}: GivingProps): Scene[] => [
  seen({
    name: 'giving.gift-checkout',
    who: 'fan',
    address: `/products/${show}/checkout?gift=1`,
    act: async (page, language) => {
      await page.getByRole('radio', { name: say('gifts', 'fields.later', {}, language) }).check();
    },
  }),
  gift('gift', waiting(product)),
  gift('gift-taken', {
    ...waiting(product),
    ...{ state: 'accepted', from: '', name: '', message: '', can: { accept: false } },
  }),
  gift('gift-owned', { ...waiting(product), owned: true, can: { accept: false } }),
  seen({ name: 'giving.product', who: 'fan', address: `/products/${show}` }),
  seen({ name: 'giving.orders', who: 'viewer', address: '/mystuff/orders' }),
  seen({ name: 'giving.donate', who: 'fan', address: `/channels/${channel}/donate` }),
  seen({ name: 'giving.channel-desk', who: 'teatro', address: `/account/channels/${channel}` }),
  seen({ name: 'giving.thing', who: null, address: `/products/${thing}` }),
  seen({ name: 'giving.thing-checkout', who: 'fan', address: `/products/${thing}/checkout` }),
  seen({ name: 'giving.thing-desk', who: 'teatro', address: desk }),
  seen({ name: 'giving.parcels', who: 'teatro', address: '/account/shipments' }),
  seen({
    name: 'giving.shipping',
    who: 'teatro',
    address: `/account/channels/${channel}/shipping`,
  }),
  seen({ name: 'giving.cart', who: 'viewer', address: '/shop' }),
  {
    ...seen({ name: 'giving.cart-site', who: 'viewer', address: '/shop' }),
    instead: { path: '**/api/me/cart', status: 200, change: withSite },
  },
  seen({
    name: 'giving.cart-checkout',
    who: 'viewer',
    address: `/shop/checkout?seller=${channel}&currency=EUR`,
  }),
  {
    ...seen({
      name: 'giving.cart-paid',
      who: 'viewer',
      address: `/shop/checkout?seller=${channel}&currency=EUR&order=${paidOrder}`,
    }),
    instead: { path: '**/api/orders/*/payment/back', status: 200, change: () => paid(product) },
  },
  seen({ name: 'giving.coupons', who: 'teatro', address: '/account/salescode' }),
  seen({ name: 'giving.affiliates', who: 'teatro', address: '/account/affiliates' }),
  seen({ name: 'giving.sales', who: 'teatro', address: '/account/sales' }),
  seen({ name: 'giving.ref', who: null, address: `/channels/${channel}?ref=RADIO-BAHIA` }),
];
