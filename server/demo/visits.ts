import { catalogContract } from '#contract/catalog.ts';
import { ordersContract } from '#contract/orders.ts';
import { salesContract } from '#contract/sales.ts';
import { broughtBy } from './affiliates.ts';
import type { castList } from './cast.ts';
import type { Guest } from './guest.ts';
import { demoShows } from './shows.ts';

type Cast = Record<(typeof castList)[number]['key'], Guest>;

/** Bought while it was to come: whoever logs in has a recording to watch. */
const wishesOfThen = [['viewer', 'salome']] as const;

/** What the two viewers buy today: something to come, and something free. */
const wishes = [
  ['viewer', 'quartet'],
  ['viewer', 'open-rehearsal'],
  ['viewer', 'premiere'],
  ['fan', 'samba'],
  ['fan', 'open-rehearsal'],
] as const;

/** The viewers buy their tickets with the sandbox card, so that every list has something to show. */
export const visitShows = (cast: Cast) => buyAll(cast, wishes);
/** The same with the clock put back. */
export const visitShowsOfThen = (cast: Cast) => buyAll(cast, wishesOfThen);

type Wishes = readonly (readonly [who: 'viewer' | 'fan', show: string])[];

async function buyAll(cast: Cast, wished: Wishes): Promise<void> {
  for (const [who, key] of wished) {
    const title = demoShows.find((show) => show.key === key)?.title;
    const { items } = await cast[who].call(catalogContract.listProducts, { query: { size: 100 } });
    const card = items.find((item) => item.title === title);
    if (card) await buy(cast[who], card.slug, broughtBy[`${who} ${key}`]);
  }
}

async function buy(viewer: Guest, slug: string, ref?: string): Promise<void> {
  const { price, sessions, can } = await viewer.call(salesContract.getCheckout, {
    params: { slug },
    query: {},
  });
  // An earlier start has bought it already.
  if (!can.buy) return;
  const order = await viewer.call(ordersContract.startOrder, {
    body: {
      items: [
        {
          kind: 'ticket',
          productSlug: slug,
          sessionId: sessions[0]?.id ?? null,
          expectedTotal: price.total,
        },
      ],
      expectedTotal: price.total,
      acceptTerms: true,
      ...(ref ? { ref } : {}),
    },
  });
  if (order.next.kind !== 'pay') return;
  await viewer.call(ordersContract.payOrder, {
    params: { id: order.id },
    body: { card: { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' } },
  });
}
