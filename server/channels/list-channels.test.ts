import { beforeAll, describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, type Someone } from '#test/factories/accounts.ts';
import { aChannel, type SomeChannel } from '#test/factories/channels.ts';
import { holdClock } from '#test/held-clock.ts';
import { call } from '#test/story.ts';
import { listChannels, listMyChannels } from './channels.queries.ts';
import { channelBriefsByIds } from './door.queries.ts';

let admin: Someone;
const made: Record<string, SomeChannel> = {};

const changedAt = (channel: SomeChannel, at: string) =>
  db().updateTable('channels').set({ state_changed_at: at }).where('id', '=', channel.id).execute();

beforeAll(async () => {
  admin = await anAdmin();
  made.published = await aChannel({ state: 'published', title: 'Álamo 100% jazz' });
  made.early = await aChannel({ state: 'in_review', title: 'Early bird' });
  made.late = await aChannel({ state: 'in_review', title: 'Late show' });
  made.draft = await aChannel({ state: 'draft', title: 'Half done' });
  await changedAt(made.early, '2026-03-01T10:00:00Z');
  await changedAt(made.late, '2026-03-02T10:00:00Z');
});

const listed = async (query: object) =>
  (await call(channelsContract.listChannels, { as: admin, query })).items.map(({ title }) => title);

describe('the list of all channels', () => {
  it('shows those in review first, newest first', async () => {
    expect((await listed({})).slice(0, 2)).toEqual(['Late show', 'Early bird']);
  });

  it('is filtered by state', async () => {
    expect(await listed({ state: 'draft' })).toEqual(['Half done']);
  });

  it('is searched by words of title, business and owner, whatever the accents', async () => {
    expect(await listed({ q: 'alamo' })).toEqual(['Álamo 100% jazz']);
    expect(await listed({ q: '100%' })).toEqual(['Álamo 100% jazz']);
    expect(await listed({ q: 'no_such%' })).toEqual([]);
    expect(await listed({ q: made.early?.owner.email ?? '' })).toEqual(['Early bird']);
    expect((await listed({ q: 'cellar strings sl' })).length).toBe(4);
  });

  it('is ordered and paged', async () => {
    const sorted = ['Álamo 100% jazz', 'Early bird', 'Half done', 'Late show'];
    expect(await listed({ sort: 'title' })).toEqual(sorted);
    expect(await listed({ sort: '-title' })).toEqual(sorted.toReversed());
    const second = await call(channelsContract.listChannels, {
      as: admin,
      query: { sort: 'title', page: 2, size: 3 },
    });
    expect({ ...second, items: second.items.map(({ title }) => title) }).toEqual({
      items: ['Late show'],
      total: 4,
      page: 2,
      size: 3,
    });
  });
});

describe('lists of channels', () => {
  it('need as many statements for three as for one', async () => {
    holdClock();
    const owner = await anOrganizer();
    const actor = { ...owner, name: '', surname: '', roles: [], language: 'en' } as const;
    const asActor = { ...actor, roles: [], timezone: '', tokenDigest: '' };
    const one = await aChannel({ owner });
    const query = (size: number) => ({ page: 1, size, sort: 'review' }) as const;
    await listMyChannels(asActor);
    const mineOfOne = await countQueries(() => listMyChannels(asActor));
    const more = [await aChannel({ owner }), await aChannel({ owner })];
    const ids = [one.id, ...more.map(({ id }) => id)];
    expect(await countQueries(() => listMyChannels(asActor))).toBe(mineOfOne);
    expect(await countQueries(() => listChannels(query(3)))).toBe(
      await countQueries(() => listChannels(query(1))),
    );
    expect(await countQueries(() => channelBriefsByIds(db(), ids))).toBe(
      await countQueries(() => channelBriefsByIds(db(), ids.slice(0, 1))),
    );
  });
});
