import { describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { insightsContract } from '#contract/insights.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aChannel, type SomeChannel } from '#test/factories/channels.ts';
import { aKeptOrder } from '#test/factories/sales.ts';
import { holdClock } from '#test/held-clock.ts';
import { call, refusal } from '#test/story.ts';
import { findOverview } from './overview.queries.ts';

async function aShow(channel: SomeChannel, startsAt: string) {
  const { id, slug } = await db()
    .insertInto('products')
    .values({
      channel_id: channel.id,
      type: 'broadcast',
      title: 'Night',
      slug: `night-${crypto.randomUUID()}`,
      status: 'published',
      published_at: '2026-01-01T00:00:00Z',
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
  const session = await db()
    .insertInto('product_sessions')
    .values({ product_id: id, starts_at: startsAt, capacity: 50 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, slug, sessionId: session.id };
}

type Sold = Awaited<ReturnType<typeof aShow>>;
type Sale = { channel: SomeChannel; show: Sold; buyer: Someone; at: string };

/** A paid order of 11.00 €, fee 1.44 €, tax 1.00 €, with its ticket. */
async function aSale({ channel, show, buyer, at }: Sale) {
  const id = await aKeptOrder({ buyer, channel, at });
  const entry = { order_id: id, posting: 'payment', channel_id: channel.id, currency: 'EUR' };
  await db()
    .insertInto('ledger_entries')
    .values([
      { ...entry, account: 'provider', amount: 1100 },
      { ...entry, account: 'tax', amount: -100 },
      { ...entry, account: 'platform_fee', amount: -144 },
      { ...entry, account: 'organizer', amount: -856 },
    ])
    .execute();
  await db()
    .insertInto('tickets')
    .values({
      user_id: buyer.id,
      product_id: show.id,
      session_id: show.sessionId,
      source: 'purchase',
      order_id: id,
      granted_at: at,
    })
    .execute();
}

const asActor = ({ id, email }: Someone) =>
  ({ id, email, name: '', surname: '', roles: [], language: 'en', timezone: '' }) as const;

describe('the dashboard of an organizer', () => {
  it('of a newcomer says to create a channel', async () => {
    const { name, now, firstSteps, ...rest } = await call(insightsContract.getOverview, {
      as: await anOrganizer(),
    });
    expect(rest).toEqual({
      channels: { total: 0, published: 0 },
      products: { total: 0, published: 0 },
      tickets: { total: 0, recent: 0 },
      codes: { issued: 0, used: 0 },
      takings: [],
      shop: null,
      shows: [],
      tasks: [{ task: 'create_channel', channel: null, product: null, title: '' }],
      notifications: [],
      can: { createProduct: false },
    });
  });

  it('shows own figures and shows, and nothing of anybody else', async () => {
    const channel = await aChannel();
    const other = await aChannel();
    const show = await aShow(channel, '2099-01-01T20:00:00Z');
    await aShow(channel, '2020-01-01T20:00:00Z');
    const theirs = await aShow(other, '2099-01-01T20:00:00Z');
    const at = '2026-11-01T00:00:00Z';
    await aSale({ channel, show, buyer: await aViewer(), at });
    await aSale({ channel, show, buyer: await aViewer(), at: '2026-01-01T00:00:00Z' });
    await aSale({ channel: other, show: theirs, buyer: await aViewer(), at });
    useClock('2026-11-20T00:00:00Z');
    const overview = await call(insightsContract.getOverview, { as: channel.owner });
    expect(overview).toMatchObject({
      channels: { total: 1, published: 1 },
      products: { total: 2, published: 2 },
      tickets: { total: 2, recent: 1 },
      takings: [{ currency: 'EUR', taken: 2200, fees: 288, organizer: 1912 }],
      tasks: [],
    });
    expect(overview.shows).toEqual([
      {
        sessionId: show.sessionId,
        product: show.slug,
        channel: channel.slug,
        title: 'Night',
        status: 'published',
        startsAt: '2099-01-01T20:00:00.000Z',
        tickets: 2,
        capacity: 50,
        live: false,
      },
    ]);
  });

  const start = '2030-05-01T18:00:00.000Z';
  const ended = { state: 'ended', ended_at: '2030-05-01T18:25:00Z' };
  it.each([
    ['is on or still to begin', [], true],
    ['was ended', [{ ...ended, recording_ready: true }], false],
    [
      'was ended, also while its recording is made',
      [{ ...ended, storage_prefix: 'live/x' }],
      false,
    ],
    ['was rehearsed before its hour', [{ ...ended, ended_at: '2030-05-01T17:59:00Z' }], true],
    ['waits for its encoder again', [ended, { state: 'idle' }], true],
  ])('of a show that %s, before its planned end', async (_, aired, isNext) => {
    useClock('2030-05-01T18:40:00Z');
    const channel = await aChannel();
    const show = await aShow(channel, start);
    for (const one of aired) {
      const row = { product_id: show.id, session_id: show.sessionId, ...one };
      await db().insertInto('broadcasts').values(row).execute();
    }
    const { shows } = await call(insightsContract.getOverview, { as: channel.owner });
    expect(shows.map(({ sessionId }) => sessionId)).toEqual(isNext ? [show.sessionId] : []);
  });

  it('shows own news, and links only inside the product', async () => {
    const owner = await anOrganizer();
    const news = (subject: string, payload: object) => ({
      user_id: owner.id,
      type: 'sale',
      subject,
      payload: JSON.stringify(payload),
    });
    await db()
      .insertInto('notifications')
      .values([
        news('One', { path: '/account/sales' }),
        news('Two', { path: '//evil.example' }),
        { ...news('Three', {}), user_id: (await aViewer()).id },
      ])
      .execute();
    const { notifications } = await call(insightsContract.getOverview, { as: owner });
    expect(notifications.map(({ subject, path }) => [subject, path])).toEqual([
      ['Two', ''],
      ['One', '/account/sales'],
    ]);
  });

  it('speaks the language of whoever asks, also of what was said before', async () => {
    const { owner, slug } = await aChannel({ state: 'in_review' });
    const as = await anAdmin();
    await call(channelsContract.approveChannel, { as, params: { slug } });
    const subjects = async (language: string) =>
      (await call(insightsContract.getOverview, { as: owner, language })).notifications.map(
        ({ subject }) => subject,
      );
    const [english, spanish] = [await subjects('en'), await subjects('es')];
    expect([english.length, spanish.length]).toEqual([1, 1]);
    expect(spanish).not.toEqual(english);
  });

  it('is not for viewers or strangers', async () => {
    expect((await refusal(insightsContract.getOverview, { as: await aViewer() })).code).toBe(
      'FORBIDDEN',
    );
    expect((await refusal(insightsContract.getOverview)).code).toBe('NOT_LOGGED_IN');
  });

  it('needs as many statements for three shows as for none', async () => {
    holdClock();
    const owner = await anOrganizer();
    const actor = { ...asActor(owner), roles: [], tokenDigest: '' };
    await findOverview(actor, 'en');
    const before = await countQueries(() => findOverview(actor, 'en'));
    const channel = await aChannel({ owner });
    for (const day of [1, 2, 3]) await aShow(channel, `2099-01-0${day}T20:00:00Z`);
    expect(await countQueries(() => findOverview(actor, 'en'))).toBe(before);
  });
});
