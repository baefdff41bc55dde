import { setTimeout as pause } from 'node:timers/promises';
import type { OwnProduct } from '#contract/catalog.ts';
import { demoShows } from '#server/demo/shows.ts';
import { type Ask, sessionOf } from '../screens.ts';
import { type GivingProps, preparedGiving } from './giving.ts';
import type { Language } from './scene.ts';

/** What the scenes need on the stage: addresses of shows, and a code. */
export type Props = {
  free: string;
  offer: string;
  recorded: string;
  soldOut: string;
  hidden: string;
  countdown: string;
  late: string;
  code: string;
  /** Played on several days. */
  dates: string;
  /** A channel on its organizer's desk. */
  channel: string;
  /** A show that is bought before the camera, in each language. */
  bought: Record<Language, string>;
  giving: GivingProps;
};

type Row = { slug: string; title: string; sale: string; channel: { slug: string } };
type Rows = { items: Row[] };

function rowOf(items: Row[], key: string): Row {
  const title = demoShows.find((show) => show.key === key)?.title;
  const found = items.find((one) => one.title === title && one.sale !== 'sold_out');
  if (!found) throw new Error(`the demo has no ${key}`);
  return found;
}

/** Brings the demonstration into the states that it does not have by itself, as people would. */
export async function preparedProps(ask: Ask): Promise<Props> {
  const organizer = (await sessionOf(ask, 'teatro')).authToken;
  const other = (await sessionOf(ask, 'sala')).authToken;
  const fan = (await sessionOf(ask, 'fan')).authToken;
  const admin = (await sessionOf(ask, 'admin')).authToken;
  const list = () => ask<Rows>('/api/manage/products?size=100', admin);
  // Shows of the past are there from the start; when this one is recorded, all the others are there.
  const recorded = rowOf((await list()).items, 'songs').slug;
  await buyRecording(ask, fan, recorded);
  const { items } = await list();
  const row = (key: string) => rowOf(items, key);
  const slug = (key: string) => row(key).slug;
  return {
    free: slug('open-rehearsal'),
    offer: slug('quixote'),
    recorded,
    soldOut:
      items.find(({ sale }) => sale === 'sold_out')?.slug ??
      (await soldOut({ ask, organizer: other, buyer: fan, like: slug('fado') })),
    hidden: slug('members'),
    countdown: slug('samba'),
    late: slug('open-rehearsal'),
    code: await codeFor(ask, organizer, slug('quixote')),
    dates: slug('premiere'),
    channel: `/account/channels/${row('premiere').channel.slug}`,
    bought: { en: slug('piano'), es: slug('quixote'), pt: slug('choro') },
    giving: await preparedGiving(ask, slug('quixote')),
  };
}

type Checkout = {
  ticket: object | null;
  price: { total: number };
  can: { buy: boolean };
  sessions: { id: string; open: boolean }[];
};
type Order = { id: string; next: { kind: string } };

async function buy(ask: Ask, token: string, slug: string): Promise<void> {
  const { price, sessions, can } = await ask<Checkout>(`/api/products/${slug}/checkout`, token);
  // It was bought for earlier photographs of the same product.
  if (!can.buy) return;
  const order = await ask<Order>('/api/orders', token, {
    items: [
      {
        kind: 'ticket',
        productSlug: slug,
        sessionId: sessions.find(({ open }) => open)?.id ?? sessions[0]?.id ?? null,
        expectedTotal: price.total,
      },
    ],
    expectedTotal: price.total,
    acceptTerms: true,
  });
  if (order.next.kind !== 'pay') return;
  const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
  await ask(`/api/orders/${order.id}/payment`, token, { card });
}

/** The demonstration streams its shows of the past last of all; without a recording none is sold. */
async function buyRecording(ask: Ask, token: string, slug: string): Promise<void> {
  for (let second = 0; second < 180; second += 1) {
    const { can, ticket } = await ask<Checkout>(`/api/products/${slug}/checkout`, token);
    if (can.buy || ticket) return buy(ask, token, slug);
    await pause(1000);
  }
  throw new Error(`${slug} has no recording`);
}

type SoldOut = { ask: Ask; organizer: string; buyer: string; like: string };

/** The same show in a room with one seat, which is taken. */
async function soldOut({ ask, organizer, buyer, like }: SoldOut): Promise<string> {
  const { form, sessions } = await ask<OwnProduct>(`/api/desk/products/${like}`, organizer);
  const [first] = sessions;
  const { slug } = await ask<OwnProduct>('/api/desk/products', organizer, {
    ...form,
    sessions: [{ startsAt: first?.startsLocal, durationMinutes: 80, capacity: 1 }],
  });
  await ask(`/api/desk/products/${slug}/publication`, organizer, {});
  await buy(ask, buyer, slug);
  return slug;
}

async function codeFor(ask: Ask, organizer: string, slug: string): Promise<string> {
  const coupon = { sessionId: null, quantity: 3, net: 300, tax: 30, validUntil: null };
  const { id } = await ask<{ id: string }>(`/api/desk/products/${slug}/coupons`, organizer, coupon);
  const { items } = await ask<{ items: { code: string }[] }>(
    `/api/desk/coupons/${id}/codes`,
    organizer,
  );
  return items[0]?.code ?? '';
}
