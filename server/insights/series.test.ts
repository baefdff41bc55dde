import { describe, expect, it } from 'vitest';
import { insightsContract } from '#contract/insights.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel, type SomeChannel } from '#test/factories/channels.ts';
import { aKeptOrder } from '#test/factories/sales.ts';
import { aTicket } from '#test/factories/tickets.ts';
import { holdClock } from '#test/held-clock.ts';
import { call, refusal } from '#test/story.ts';

/** An order and what stands of it in the books: `[instant, amount]` by fact, refunds negative. */
async function aBooking(
  channel: SomeChannel,
  facts: [at: string, amount: number][],
  currency = 'EUR',
): Promise<void> {
  const at = facts[0]?.[0] ?? '';
  const id = await aKeptOrder({ buyer: await aViewer(), channel, at, currency });
  for (const [index, [created_at, amount]] of facts.entries()) {
    const posting = `${amount > 0 ? 'payment' : 'refund'}:${index}`;
    const entry = { order_id: id, posting, channel_id: channel.id, currency, created_at };
    await db()
      .insertInto('ledger_entries')
      .values([
        { ...entry, account: 'provider', amount },
        { ...entry, account: 'tax', amount: -amount / 10 },
        { ...entry, account: 'organizer', amount: (-amount * 9) / 10 },
      ])
      .execute();
  }
}

const weekOf = (as: Someone, more: { zone?: string } = {}) =>
  call(insightsContract.getSeries, { as, query: { period: 'week', ...more } });

describe('how tickets and takings went', () => {
  it('is told to the cent by day, refunds taken off on their own day, beside the week before', async () => {
    const channel = await aChannel();
    await aBooking(channel, [['2026-11-24T12:00:00Z', 1100]]);
    await aBooking(channel, [
      ['2026-11-24T12:00:00Z', 2000],
      ['2026-11-26T12:00:00Z', -500],
    ]);
    await aBooking(channel, [['2026-11-17T12:00:00Z', 700]]);
    await aBooking(channel, [['2026-11-10T12:00:00Z', 9900]]);
    await aBooking(await aChannel(), [['2026-11-24T12:00:00Z', 5000]]);
    useClock('2026-11-28T09:00:00Z');
    const { takings, days, zone } = await weekOf(channel.owner);
    expect([days[0], days.at(-1), zone]).toEqual(['2026-11-22', '2026-11-28', 'Europe/Madrid']);
    expect(takings).toEqual([
      {
        currency: 'EUR',
        now: [0, 0, 3100, 0, -500, 0, 0],
        before: [0, 0, 700, 0, 0, 0, 0],
        sum: 2600,
        sumBefore: 700,
      },
    ]);
  });

  it('never adds two currencies', async () => {
    const channel = await aChannel();
    await aBooking(channel, [['2026-11-24T12:00:00Z', 1000]], 'EUR');
    await aBooking(channel, [['2026-11-24T12:00:00Z', 3000]], 'BRL');
    useClock('2026-11-28T09:00:00Z');
    const { takings } = await weekOf(channel.owner);
    expect(takings.map(({ currency, sum }) => [currency, sum])).toEqual([
      ['BRL', 3000],
      ['EUR', 1000],
    ]);
  });

  it('has days that begin at midnight of the zone, also when clocks are turned', async () => {
    const channel = await aChannel();
    // In Madrid 2026-03-29 has 23 hours: from 23:00 UTC of the day before to 22:00 UTC.
    await aBooking(channel, [['2026-03-28T22:59:59Z', 100]]);
    await aBooking(channel, [['2026-03-28T23:00:00Z', 1000]]);
    await aBooking(channel, [['2026-03-29T21:59:59Z', 10_000]]);
    await aBooking(channel, [['2026-03-29T22:00:00Z', 100_000]]);
    useClock('2026-03-30T10:00:00Z');
    const madrid = await weekOf(channel.owner);
    expect(madrid.takings[0]?.now.slice(-3)).toEqual([100, 11_000, 100_000]);
    const there = await weekOf(channel.owner, { zone: 'America/Sao_Paulo' });
    expect(there.takings[0]?.now.slice(-3)).toEqual([1100, 110_000, 0]);
  });

  it('goes by the zone of the account unless another is asked for', async () => {
    const owner = await anOrganizer();
    await db()
      .updateTable('users')
      .set({ timezone: 'Atlantic/Azores' })
      .where('id', '=', owner.id)
      .execute();
    expect((await weekOf(owner)).zone).toBe('Atlantic/Azores');
    expect((await weekOf(owner, { zone: 'UTC' })).zone).toBe('UTC');
  });

  it('counts the tickets that are still valid', async () => {
    const channel = await aChannel();
    const product = await aProduct({ channel });
    const [one, two, ended] = [await aViewer(), await aViewer(), await aViewer()];
    for (const { id } of [one, two, ended]) await aTicket({ userId: id, productId: product.id });
    const set = (id: string, values: object) =>
      db().updateTable('tickets').set(values).where('user_id', '=', id).execute();
    await set(one.id, { granted_at: '2026-11-28T08:00:00Z' });
    await set(two.id, { granted_at: '2026-11-20T08:00:00Z' });
    await set(ended.id, { granted_at: '2026-11-28T08:00:00Z', ended_at: '2026-11-28T08:30:00Z' });
    useClock('2026-11-28T09:00:00Z');
    const { tickets } = await weekOf(channel.owner);
    expect(tickets).toEqual({
      now: [0, 0, 0, 0, 0, 0, 1],
      before: [0, 0, 0, 0, 0, 1, 0],
      sum: 1,
      sumBefore: 1,
    });
  });

  it('is empty for a newcomer, and not for viewers or strangers', async () => {
    const { takings, tickets } = await weekOf(await anOrganizer());
    expect([takings, tickets.sum]).toEqual([[], 0]);
    const refused = (as?: Someone) => refusal(insightsContract.getSeries, as ? { as } : {});
    expect((await refused(await aViewer())).code).toBe('FORBIDDEN');
    expect((await refused()).code).toBe('NOT_LOGGED_IN');
  });

  it('refuses a period or a zone that there is not', async () => {
    const as = await anOrganizer();
    const of = (query: object) => refusal(insightsContract.getSeries, { as, query } as never);
    expect((await of({ period: 'century' })).fields).toEqual({ period: 'invalid' });
    expect((await of({ zone: 'Europe/Platea' })).fields).toEqual({ zone: 'invalid' });
  });

  it('needs as many statements for a long year as for nothing', async () => {
    holdClock();
    const channel = await aChannel();
    const year = () =>
      call(insightsContract.getSeries, { as: channel.owner, query: { period: 'year' } });
    await year();
    const before = await countQueries(year);
    for (const day of ['01', '08', '15'])
      await aBooking(channel, [[`2026-11-${day}T12:00:00Z`, 1000]]);
    expect(await countQueries(year)).toBe(before);
  });
});
