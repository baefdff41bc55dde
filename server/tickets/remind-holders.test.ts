import { describe, expect, it } from 'vitest';
import { listNotifications } from '#server/notices/notices.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type ProductGiven, type SomeProduct } from '#test/factories/catalog.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { aTicket } from '#test/factories/tickets.ts';
import { app } from '#test/story.ts';
import { remindHolders } from './remind-holders.ts';

const startsAt = '2027-01-21T19:30:00.000Z';
const aDated = (more: ProductGiven = {}) =>
  aProduct({ title: 'Candle concert', sessions: [{ startsAt }], ...more });
const seat = async (show: SomeProduct, holder: Someone, grantedAt?: string) =>
  aTicket({
    userId: holder.id,
    productId: show.id,
    sessionId: show.sessions[0]?.id ?? null,
    ...(grantedAt ? { grantedAt } : {}),
  });
const remindAt = async (instant: string) => {
  useClock(instant);
  await enqueueNow(remindHolders, {});
  await runKeptJobs();
};
const kindsOf = async ({ email }: Someone) => (await mailsTo(email)).map(({ kind }) => kind);
const bellOf = async ({ id }: Someone) =>
  (await listNotifications(db(), id, { limit: 9, before: null, unread: false })).map(
    ({ type }) => type,
  );
const dayBefore = '2027-01-20T19:30:20Z';
const atItsHour = '2027-01-21T19:30:20Z';

describe('who has a ticket is reminded', () => {
  it('a day before, an hour before and at the start, once each, in their language and zone', async () => {
    const show = await aDated();
    const holder = await aUser({ language: 'pt' });
    await db()
      .updateTable('users')
      .set({ timezone: 'America/Sao_Paulo' })
      .where('id', '=', holder.id)
      .execute();
    await seat(show, holder);
    for (const at of ['2027-01-20T19:29:20Z', dayBefore, '2027-01-20T19:31:20Z'])
      await remindAt(at);
    await remindAt('2027-01-21T18:30:20Z');
    await remindAt(atItsHour);
    await remindAt('2027-01-21T19:31:20Z');
    const mails = await mailsTo(holder.email);
    expect(mails.map(({ kind, language, subject }) => [kind, language, subject])).toEqual([
      ['reminder-day', 'pt', 'Amanhã: Candle concert'],
      ['reminder-hour', 'pt', 'Em uma hora: Candle concert'],
      ['reminder-now', 'pt', 'Começa agora: Candle concert'],
    ]);
    expect(mails[0]?.body_text).toContain('16:30 (horário de São Paulo)');
    expect(mails[0]?.body_text).toContain(`/player/${show.slug}`);
    // That a transmission begins is said in the bell by the transmission itself
    expect(await bellOf(holder)).toEqual(['reminder_hour', 'reminder_day']);
  });

  it('in the bell at the start too, where no transmission says so', async () => {
    const show = await aDated({ type: 'meet' });
    const holder = await aViewer();
    await seat(show, holder);
    await remindAt(atItsHour);
    expect(await bellOf(holder)).toEqual(['reminder_now']);
  });

  it('as soon as the show is on air, before its hour', async () => {
    const show = await aDated();
    const holder = await aViewer();
    await seat(show, holder);
    await remindAt('2027-01-21T19:20:00Z');
    expect(await kindsOf(holder)).toEqual([]);
    await db()
      .insertInto('broadcasts')
      .values({
        product_id: show.id,
        session_id: show.sessions[0]?.id ?? null,
        state: 'live',
        started_at: '2027-01-21T19:20:30Z',
      })
      .execute();
    await remindAt('2027-01-21T19:21:00Z');
    await remindAt(atItsHour);
    expect(await kindsOf(holder)).toEqual(['reminder-now']);
  });

  it('after a stop of ours, as long as it is still true', async () => {
    const show = await aDated();
    const holder = await aViewer();
    await seat(show, holder);
    await remindAt('2027-01-20T20:10:00Z');
    expect(await kindsOf(holder)).toEqual(['reminder-day']);
    await remindAt('2027-01-21T19:00:00Z');
    expect(await kindsOf(holder)).toEqual(['reminder-day']);
  });

  it('only of what begins after they bought', async () => {
    const show = await aDated();
    const late = await aViewer();
    await seat(show, late, '2027-01-21T19:00:00Z');
    await remindAt('2027-01-21T19:00:10Z');
    expect(await kindsOf(late)).toEqual([]);
    await remindAt(atItsHour);
    expect(await kindsOf(late)).toEqual(['reminder-now']);
  });
});

describe('nobody is reminded', () => {
  it.each(['ticket ended', 'withdrawn', 'channel closed', 'over', 'blocked', 'does not want'])(
    'when: %s',
    async (what) => {
      const show = await aDated();
      const [holder, other] = [await aViewer(), await aViewer()];
      const { id } = await seat(show, holder);
      const witness = await aDated();
      await seat(witness, other);
      const put: Record<string, () => Promise<unknown>> = {
        'ticket ended': () =>
          db().updateTable('tickets').set({ ended_at: startsAt }).where('id', '=', id).execute(),
        withdrawn: () =>
          db().updateTable('products').set({ status: 'draft' }).where('id', '=', show.id).execute(),
        'channel closed': () =>
          db()
            .updateTable('channels')
            .set({ state: 'banned' })
            .where('id', '=', show.channel.id)
            .execute(),
        over: () =>
          db()
            .insertInto('broadcasts')
            .values({
              product_id: show.id,
              session_id: show.sessions[0]?.id ?? null,
              state: 'ended',
              started_at: '2027-01-21T19:20:00Z',
              ended_at: '2027-01-21T19:30:10Z',
            })
            .execute(),
        blocked: () =>
          db()
            .updateTable('users')
            .set({ blocked_at: startsAt })
            .where('id', '=', holder.id)
            .execute(),
        'does not want': () =>
          db().updateTable('users').set({ reminders: false }).where('id', '=', holder.id).execute(),
      };
      await put[what]?.();
      await remindAt(atItsHour);
      expect(await kindsOf(holder)).toEqual([]);
      expect(await kindsOf(other)).toEqual(['reminder-now']);
    },
  );

  it('twice, when two workers come at the same instant', async () => {
    const show = await aDated();
    const holders = await Promise.all([1, 2, 3].map(() => aViewer()));
    for (const holder of holders) await seat(show, holder);
    useClock(dayBefore);
    await Promise.all([enqueueNow(remindHolders, {}), enqueueNow(remindHolders, {})]);
    await Promise.all([runKeptJobs(), runKeptJobs()]);
    for (const holder of holders) expect(await kindsOf(holder)).toEqual(['reminder-day']);
  });
});

describe('a reminder can be stopped from within it', () => {
  const stopLinkOf = async (holder: Someone) => {
    const { stop_path } = await db()
      .selectFrom('mails')
      .select('stop_path')
      .where('recipient', '=', holder.email)
      .executeTakeFirstOrThrow();
    return stop_path;
  };
  const wants = async ({ id }: Someone) =>
    (
      await db()
        .selectFrom('users')
        .select('reminders')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).reminders;

  it('by one click, without a log-in; looking at the link ends nothing', async () => {
    const show = await aDated();
    const holder = await aUser({ language: 'es' });
    await seat(show, holder);
    await remindAt(dayBefore);
    const url = await stopLinkOf(holder);
    const { SITE_NAME } = config();
    overrideConfig({ SITE_NAME: 'Aurora & <Sons>' });
    const seen = await (await app()).inject({ url });
    overrideConfig({ SITE_NAME });
    expect(seen.body).toContain('No recibir más recordatorios');
    expect(seen.body).toContain('· Aurora &amp; &lt;Sons&gt;</title>');
    expect(await wants(holder)).toBe(true);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    const done = await (await app()).inject({ method: 'POST', url, headers, payload });
    expect([done.statusCode, await wants(holder)]).toEqual([200, false]);
    await remindAt(atItsHour);
    expect(await kindsOf(holder)).toEqual(['reminder-day']);
  });

  it('by nobody who made up the link', async () => {
    const holder = await aViewer();
    const url = `/letters/stop/${holder.id}/AAAA`;
    const answer = await (await app()).inject({ method: 'POST', url });
    expect([answer.statusCode, await wants(holder)]).toEqual([404, true]);
  });
});
