import { describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { pagesContract } from '#contract/pages.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { aChannel, type SomeChannel } from '#test/factories/channels.ts';
import { holdClock } from '#test/held-clock.ts';
import { call } from '#test/story.ts';
import { findHome } from './home.queries.ts';

type Given = {
  status?: 'draft' | 'published' | 'private';
  plan?: 'paid' | 'free';
  title?: string;
  startsAt?: string;
  featured?: boolean;
};

async function aShow(channel: SomeChannel, given: Given = {}): Promise<string> {
  const { status = 'published', plan = 'paid', featured = false } = given;
  const title = given.title ?? `Show ${crypto.randomUUID().slice(0, 8)}`;
  if (featured) await db().updateTable('products').set({ featured: false }).execute();
  const { id } = await db()
    .insertInto('products')
    .values({
      channel_id: channel.id,
      type: 'broadcast',
      title,
      slug: `show-${crypto.randomUUID()}`,
      status,
      plan,
      featured,
      published_at: status === 'published' ? '2026-01-01T00:00:00Z' : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { startsAt } = given;
  if (startsAt) {
    await db()
      .insertInto('product_sessions')
      .values({ product_id: id, starts_at: startsAt })
      .execute();
  }
  return id;
}

const titlesOf = (cards: { title: string }[]) => cards.map(({ title }) => title);
const soon = '2099-01-01T20:00:00Z';
const later = '2099-06-01T20:00:00Z';

describe('the home page', () => {
  it('of an empty house is empty', async () => {
    expect(await call(pagesContract.getHome)).toEqual({
      hero: null,
      featuredChannel: null,
      live: [],
      upcoming: [],
      recent: [],
      free: [],
      channels: [],
    });
  });

  it('never shows drafts, private products or anything of a channel that is not published', async () => {
    const open = await aChannel();
    const closed = await aChannel({ state: 'in_review' });
    await aShow(open, { status: 'draft', startsAt: soon });
    await aShow(open, { status: 'private', plan: 'free', startsAt: soon });
    await aShow(closed, { status: 'published', featured: true, startsAt: soon });
    const home = await call(pagesContract.getHome);
    expect({ ...home, channels: titlesOf(home.channels) }).toEqual({
      hero: null,
      featuredChannel: null,
      live: [],
      upcoming: [],
      recent: [],
      free: [],
      channels: [open.title],
    });
  });

  it('shows what comes next by date, what is free, and what is on the air in its own place', async () => {
    const channel = await aChannel();
    await aShow(channel, { title: 'Later', startsAt: later });
    await aShow(channel, { title: 'Soon', startsAt: soon, plan: 'free' });
    const onAir = await aShow(channel, { title: 'On the air', startsAt: '2098-01-01T20:00:00Z' });
    await aShow(channel, { title: 'Over', startsAt: '2020-01-01T20:00:00Z' });
    await db()
      .insertInto('broadcasts')
      .values({ product_id: onAir, state: 'live', started_at: '2026-01-01T00:00:00Z' })
      .execute();
    const home = await call(pagesContract.getHome);
    expect(titlesOf(home.live)).toEqual(['On the air']);
    expect(titlesOf(home.upcoming)).toEqual(['Soon', 'Later']);
    expect(titlesOf(home.free)).toEqual(['Soon']);
    expect(new Set(titlesOf(home.recent))).toEqual(
      new Set(['Later', 'Soon', 'On the air', 'Over']),
    );
    expect(home.hero?.title).toBe('On the air');
  });

  it('shows what is on the air, the latest to begin first, however much of it is hidden', async () => {
    const open = await aChannel();
    const closed = await aChannel({ state: 'draft' });
    await db().updateTable('broadcasts').set({ state: 'ended' }).execute();
    const onAir = async (title: string, startedAt: string, channel = open, more: Given = {}) => {
      const product_id = await aShow(channel, { title, startsAt: soon, ...more });
      await db()
        .insertInto('broadcasts')
        .values({ product_id, state: 'live', started_at: startedAt })
        .execute();
    };
    await onAir('First', '2026-01-01T20:00:00Z');
    await onAir('Second', '2026-01-01T21:00:00Z');
    await onAir('Channel closed', '2026-01-01T22:00:00Z', closed);
    for (let at = 0; at < 12; at += 1) {
      await onAir('By invitation', '2026-01-01T23:00:00Z', open, { status: 'private' });
    }
    const { live } = await call(pagesContract.getHome);
    expect(titlesOf(live)).toEqual(['Second', 'First']);
  });

  it('begins with what an administrator features', async () => {
    const channel = await aChannel();
    await aShow(channel, { title: 'Chosen', startsAt: later, featured: true });
    const as = await anAdmin();
    await call(channelsContract.featureChannel, {
      as,
      params: { slug: channel.slug },
      body: { featured: true },
    });
    const { hero, featuredChannel, channels } = await call(pagesContract.getHome);
    expect([hero?.title, featuredChannel?.title, channels[0]?.title]).toEqual([
      'Chosen',
      channel.title,
      channel.title,
    ]);
  });

  it('needs as many statements for a fuller house', async () => {
    holdClock();
    await findHome();
    const before = await countQueries(findHome);
    const another = await aChannel();
    await aShow(another, { startsAt: soon, plan: 'free' });
    await aShow(another, { startsAt: later });
    expect(await countQueries(findHome)).toBe(before);
  });
});

describe('the legal page', () => {
  it('names whoever runs the installation, and invents nothing', async () => {
    expect(await call(pagesContract.getOperator)).toEqual({
      name: '',
      taxId: '',
      address: '',
      email: 'support@localhost',
    });
  });
});
