import { beforeAll, describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { insightsContract } from '#contract/insights.ts';
import { areas } from '#server/app.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aChannel, type SomeChannel } from '#test/factories/channels.ts';
import { aGuestIn, aRoom, type SomeRoom, tokenOf } from '#test/factories/rehearsals.ts';
import { app, call, send } from '#test/story.ts';

/** No other row of this database has it. */
const title = 'Quicksilver rehearsal';

let channel: SomeChannel;
let room: SomeRoom;
let shown: SomeProduct;
let guest: Someone;

/** A room with a guest, on air and rehearsed before, beside a show of the same channel that is to be seen. */
beforeAll(async () => {
  await app();
  channel = await aChannel();
  room = await aRoom({ channel, title });
  shown = await aProduct({ channel, title: 'Quicksilver premiere' });
  guest = await aGuestIn(room);
  const rehearsed = { started_at: nowText(), ended_at: nowText(), recording_ready: true };
  await db()
    .insertInto('broadcasts')
    .values([{ product_id: room.id, state: 'ended', recording_seconds: 60, ...rehearsed }])
    .execute();
  await db()
    .insertInto('broadcasts')
    .values([
      { product_id: room.id, state: 'live', started_at: nowText() },
      { product_id: shown.id, state: 'live', started_at: nowText() },
    ])
    .execute();
});

const reads = areas
  .flatMap(({ contract }) => Object.entries(contract as Record<string, Endpoint>))
  .filter(([, { method, path }]) => method === 'GET' && path !== '/api/rehearsals/:token');

/** Every way to fill in an address: with the room, its channel, the show beside it. */
const ways = () =>
  [room.slug, room.id, channel.slug, channel.id, shown.slug].map((named) => ({
    slug: named,
    id: named,
    code: named,
    kind: named,
    sessionId: named,
  }));
const queries = [{}, { q: 'quicksilver' }, { q: 'rehearsal' }, { plan: 'free' }, { sort: 'soon' }];

async function answersOf(endpoint: Endpoint, as?: Someone): Promise<string[]> {
  const params = endpoint.path.includes(':') ? ways() : [{}];
  const asked = params.flatMap((filled) =>
    (endpoint.query ? queries : [{}]).map((query) =>
      send(endpoint as never, { params: filled, query, ...(as ? { as } : {}) } as never),
    ),
  );
  return (await Promise.all(asked)).map(({ body }) => body);
}

const isTold = (bodies: string[]) => bodies.some((body) => body.includes(title));

describe('a rehearsal room', () => {
  it('is in nothing that anybody may read', async () => {
    const open = reads.filter(([, { who }]) => who === 'public');
    expect(open.length).toBeGreaterThan(15);
    const told: string[] = [];
    for (const [name, endpoint] of open) {
      if (isTold(await answersOf(endpoint))) told.push(name);
    }
    expect(told).toEqual([]);
    // What is to be seen was seen by the same questions.
    const { items } = await call(catalogContract.searchProducts, { query: { q: 'quicksilver' } });
    expect(items.map(({ slug }) => slug)).toEqual([shown.slug]);
  });

  it('is in nothing that others may read who are logged in, organizers included', async () => {
    const strangers = [await aViewer(), (await aChannel()).owner];
    const told: string[] = [];
    for (const [name, endpoint] of reads.filter(([, { who }]) => who !== 'admin')) {
      for (const as of strangers) if (isTold(await answersOf(endpoint, as))) told.push(name);
    }
    expect(told).toEqual([]);
  });

  it('is told to its guests where they play it and in their space, and nowhere else', async () => {
    const told: string[] = [];
    for (const [name, endpoint] of reads.filter(([, { who }]) => who !== 'admin')) {
      if (isTold(await answersOf(endpoint, guest))) told.push(name);
    }
    // Its page sends them on to the player.
    expect(told.sort()).toEqual(['getProduct', 'listMyTickets']);
  });

  it('is on its organizer’s own list and desk, and among nothing that is sold or shown', async () => {
    const told: string[] = [];
    for (const [name, endpoint] of reads.filter(([, { who }]) => who !== 'admin')) {
      if (isTold(await answersOf(endpoint, channel.owner))) told.push(name);
    }
    expect(told.sort()).toEqual(['getProduct', 'getRoom', 'listRooms']);
  });

  it('is in no list of the team', async () => {
    const as = await anAdmin();
    const told: string[] = [];
    for (const [name, endpoint] of reads.filter(([, { who }]) => who === 'admin')) {
      if (isTold(await answersOf(endpoint, as))) told.push(name);
    }
    expect(told).toEqual([]);
  });

  it('is counted nowhere', async () => {
    const as = channel.owner;
    const overview = await call(insightsContract.getOverview, { as });
    expect(overview.products).toEqual({ total: 1, published: 1 });
    expect(overview.tickets).toEqual({ total: 0, recent: 0 });
    const { items } = await call(channelsContract.listMyChannels, { as });
    expect(items.map(({ productCount }) => productCount)).toEqual([1]);
    const own = await call(catalogContract.listOwnProducts, { as, query: {} });
    expect([own.total, own.items.map(({ slug }) => slug)]).toEqual([1, [shown.slug]]);
  });

  it('is in no page for search engines, no feed, and on no card of a link', async () => {
    const http = await app();
    const bodies = await Promise.all(
      [
        '/robots.txt',
        '/sitemap.xml',
        '/sitemaps/products-1.xml',
        '/feed.xml',
        `/channels/${channel.slug}/feed.xml`,
        `/og/products/${room.slug}.jpg`,
      ].map(async (url) => http.inject({ url })),
    );
    for (const { body } of bodies) {
      expect(body).not.toContain(title);
      expect(body).not.toContain(room.slug);
    }
    expect(bodies.at(-2)?.body).toContain('Quicksilver premiere');
    expect(bodies.at(-1)?.statusCode).toBe(404);
  });

  it('is told by its link to whoever brings it', async () => {
    const { body } = await (await app()).inject({ url: `/api/rehearsals/${tokenOf(room)}` });
    expect(body).toContain(title);
  });
});
