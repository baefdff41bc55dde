import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { accountsContract } from '#contract/accounts.ts';
import { type Playback, playerContract } from '#contract/player.ts';
import { now, nowText, useClock } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { endTicket } from '#server/tickets/index.ts';
import { aLogIn, anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aGuestOf, aSeat, aShow, minutesFromNow, type SomeShow } from '#test/factories/player.ts';
import { meeting } from '#test/meeting.ts';
import { call, refusal } from '#test/story.ts';
import { countViews, insertView } from './playback.store.ts';
import { mayStillWatch } from './watch-check.ts';

const open = (show: SomeShow, as: Someone, replaces?: string): Promise<Playback> =>
  call(playerContract.openPlayback, { as, params: { slug: show.slug }, body: { replaces } });
const refused = (show: SomeShow, as?: Someone) =>
  refusal(playerContract.openPlayback, { as, params: { slug: show.slug }, body: {} });
const keep = (id: string, as: Someone) => call(playerContract.keepPlayback, { as, params: { id } });
const later = (seconds: number) => useClock(Temporal.Now.instant().add({ seconds }));
const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

describe('the player of a show', () => {
  it('plays a live show to whoever has a ticket', async () => {
    const show = await aShow();
    const guest = await aGuestOf(show);
    const playback = await open(show, guest);
    expect(playback).toMatchObject({
      state: 'live',
      startsAt: null,
      session: null,
      chat: { read: true, write: true },
      media: { kind: 'live' },
      product: { id: show.id, slug: show.slug, title: 'Candle concert' },
      can: { buy: false, share: true, moderate: false },
    });
    expect(playback.media?.url).toMatch(
      new RegExp(
        `^/media/\\d{10}\\.${playback.id}\\.[\\w-]{43}/live/${show.broadcastId}/master.m3u8$`,
      ),
    );
  });

  it('sends whoever has none to buy it, with nothing to play', async () => {
    const show = await aShow();
    expect(await open(show, await aViewer())).toMatchObject({
      state: 'no_ticket',
      id: null,
      media: null,
      chat: { read: false, write: false },
      can: { buy: true, share: true, moderate: false },
    });
  });

  it('says whether the ticket that it offers costs anything', async () => {
    const [gift, show] = [await aShow(), await aShow()];
    await db()
      .updateTable('products')
      .set({ plan: 'paid', tax_rate: 2100, net: 1000, tax: 210, total: 1210 })
      .where('id', '=', show.id)
      .execute();
    const viewer = await aViewer();
    expect((await open(gift, viewer)).product.free).toBe(true);
    expect((await open(show, viewer)).product.free).toBe(false);
  });

  it('counts down by the clock of the server, then goes over', async () => {
    const startsAt = minutesFromNow(30);
    const show = await aShow({ startsAt, air: 'nothing' });
    const guest = await aGuestOf(show);
    const waiting = await open(show, guest);
    expect(waiting).toMatchObject({ state: 'countdown', startsAt, id: null, media: null });
    // Enough for the calendar of whoever waits.
    expect(waiting.session).toMatchObject({ startsAt });
    expect(Date.parse(waiting.session?.endsAt ?? '')).toBeGreaterThan(Date.parse(startsAt));
    expect(Math.abs(Date.parse(waiting.now) - Date.parse(nowText()))).toBeLessThan(5000);
    const far = await aShow({ startsAt: minutesFromNow(60 * 24 * 3), air: 'nothing' });
    expect(await open(far, await aGuestOf(far))).toMatchObject({ state: 'not_yet_available' });
  });

  it('says of a show that has not begun that it is late, from five minutes after its hour on', async () => {
    const [due, late] = [
      await aShow({ startsAt: minutesFromNow(-4), air: 'nothing' }),
      await aShow({ startsAt: minutesFromNow(-12), air: 'nothing' }),
    ];
    const waits = { state: 'countdown', startsAt: null };
    expect(await open(due, await aGuestOf(due))).toMatchObject({ ...waits, late: false });
    expect(await open(late, await aGuestOf(late))).toMatchObject({ ...waits, late: true });
  });

  it('plays the recording after the end, or says that it is over', async () => {
    const recorded = await aShow({ air: 'recorded' });
    expect(await open(recorded, await aGuestOf(recorded))).toMatchObject({
      state: 'ready',
      media: { kind: 'recording' },
    });
    const over = await aShow({ air: 'over' });
    expect(await open(over, await aGuestOf(over))).toMatchObject({
      state: 'finished',
      id: null,
      media: null,
      chat: { read: true, write: false },
    });
    const expired = await aShow({ air: 'recorded', expiresAt: minutesFromNow(-1) });
    expect(await open(expired, await aGuestOf(expired))).toMatchObject({
      state: 'expired',
      media: null,
    });
  });

  it('plays to the owner of the channel and administrators without ticket, also before it is public', async () => {
    const channel = await aChannel();
    const show = await aShow({ channel, status: 'draft' });
    for (const as of [channel.owner, await anAdmin()]) {
      expect(await open(show, as)).toMatchObject({ state: 'live', can: { moderate: true } });
    }
  });

  it('does not exist for others while it is a draft or private, or its channel is not published', async () => {
    const hidden = await aChannel({ state: 'draft' });
    for (const show of [
      await aShow({ status: 'draft' }),
      await aShow({ status: 'private' }),
      await aShow({ channel: hidden }),
    ]) {
      expect(await refused(show, await aViewer())).toEqual(notFound);
      expect(await refused(show, await anOrganizer())).toEqual(notFound);
    }
    const invited = await aShow({ status: 'private' });
    // Who was let in has nobody to pass its address on to: it opens to no others.
    expect(await open(invited, await aGuestOf(invited))).toMatchObject({
      state: 'live',
      can: { share: false },
    });
    expect(await refused(invited)).toEqual({ status: 401, code: 'NOT_LOGGED_IN' });
  });
});

describe('the views of one ticket', () => {
  it('are two at most; a third is refused until one is closed or silent for 15 seconds', async () => {
    const show = await aShow();
    const guest = await aGuestOf(show);
    const first = await open(show, guest);
    await open(show, guest);
    expect(await refused(show, guest)).toEqual({ status: 409, code: 'TOO_MANY_VIEWS' });
    await call(playerContract.closePlayback, { as: guest, params: { id: first.id ?? '' } });
    const third = await open(show, guest);
    expect(await refused(show, guest)).toEqual({ status: 409, code: 'TOO_MANY_VIEWS' });
    later(16);
    await keep(third.id ?? '', guest);
    expect((await open(show, guest)).state).toBe('live');
    expect(await refused(show, guest)).toEqual({ status: 409, code: 'TOO_MANY_VIEWS' });
  });

  it('are not used up by opening the same window again', async () => {
    const show = await aShow();
    const guest = await aGuestOf(show);
    await open(show, guest);
    let mine = await open(show, guest);
    for (let again = 0; again < 3; again += 1) mine = await open(show, guest, mine.id ?? '');
    expect(mine.state).toBe('live');
  });

  it('go on in the same window as of when they began, also when it closed them to load anew', async () => {
    const show = await aShow({ air: 'recorded', expiresAt: minutesFromNow(1) });
    const guest = await aGuestOf(show);
    const { id } = await open(show, guest);
    const params = { id: id ?? '' };
    await call(playerContract.closePlayback, { as: guest, params });
    later(70);
    expect((await open(show, guest)).state).toBe('expired');
    const again = await open(show, guest, params.id);
    expect(again.state).toBe('ready');
    await call(playerContract.closePlayback, { as: guest, params: { id: again.id ?? '' } });
    later(70 + 121);
    expect((await open(show, guest, again.id ?? '')).state).toBe('expired');
  });

  it('are not ended by somebody else who names them', async () => {
    const show = await aShow();
    const guest = await aGuestOf(show);
    const { id } = await open(show, guest);
    await open(show, await aGuestOf(show), id ?? '');
    expect((await keep(id ?? '', guest)).state).toBe('live');
  });

  it('are two also when twenty windows open at the same instant', async () => {
    const show = await aShow();
    const guest = await aGuestOf(show);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => open(show, guest)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('would be more without the lock', async () => {
    const show = await aShow();
    const guest = await aGuestOf(show);
    const counted = meeting(5);
    const unlocked = () =>
      inTransaction(async (tx) => {
        const views = await countViews(tx, guest.ticketId, minutesFromNow(-1));
        await counted();
        if (views >= 2) throw new Error('full');
        const { id: userId, ticketId } = guest;
        const at = nowText();
        const view = { userId, ticketId, productId: show.id, broadcastId: show.broadcastId };
        return insertView(tx, { ...view, tokenDigest: 'ab', startedAt: at, at });
      });
    const tries = await Promise.allSettled(Array.from({ length: 20 }, unlocked));
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(2);
  });
});

describe('a view that goes on', () => {
  it('hears of viewers and of what has changed', async () => {
    const show = await aShow();
    const guest = await aGuestOf(show);
    const { id, media } = await open(show, guest);
    expect(await keep(id ?? '', guest)).toMatchObject({
      state: 'live',
      media: { url: media?.url },
    });
    await db()
      .updateTable('broadcasts')
      .set({ state: 'ended', ended_at: nowText() })
      .where('product_id', '=', show.id)
      .execute();
    later(2);
    // The picture is some seconds behind: its end may still be fetched.
    expect(await keep(id ?? '', guest)).toMatchObject({ state: 'finished', media: null });
    expect(await mayStillWatch(id ?? '')).toBe(true);
    await db()
      .updateTable('broadcasts')
      .set({ recording_ready: true, recording_seconds: 600 })
      .where('product_id', '=', show.id)
      .execute();
    later(4);
    expect(await keep(id ?? '', guest)).toMatchObject({
      state: 'ready',
      media: { kind: 'recording' },
    });
  });

  it('ends when its right is over', async () => {
    const show = await aShow({ air: 'recorded' });
    const guest = await aGuestOf(show);
    const params = { id: (await open(show, guest)).id ?? '' };
    await db()
      .updateTable('products')
      .set({ expires_at: minutesFromNow(-60 * 24) })
      .where('id', '=', show.id)
      .execute();
    later(2);
    expect(await keep(params.id, guest)).toMatchObject({ state: 'expired', media: null });
    expect(await refusal(playerContract.keepPlayback, { as: guest, params })).toEqual({
      status: 410,
      code: 'PLAYBACK_ENDED',
    });
  });

  it('gets an address that holds for two hours more', async () => {
    const show = await aShow({ minutes: 600 });
    const guest = await aGuestOf(show);
    const { id } = await open(show, guest);
    later(3 * 3600);
    const kept = await keep(id ?? '', guest);
    const left = Date.parse(kept.media?.expiresAt ?? '') - Date.parse(kept.now);
    expect(left).toBeGreaterThanOrEqual(2 * 3600_000);
  });

  it('is nobody else’s', async () => {
    const show = await aShow();
    const guest = await aGuestOf(show);
    const { id } = await open(show, guest);
    const params = { id: id ?? '' };
    const stranger = await aGuestOf(show);
    expect(await refusal(playerContract.keepPlayback, { as: stranger, params })).toEqual(notFound);
    await call(playerContract.closePlayback, { as: stranger, params });
    expect((await keep(params.id, guest)).state).toBe('live');
    expect(await refusal(playerContract.keepPlayback, { params })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });
});

describe('the right to fetch media', () => {
  const watching = async () => {
    const show = await aShow();
    const guest = await aGuestOf(show);
    const { id } = await open(show, guest);
    expect(await mayStillWatch(id ?? '')).toBe(true);
    return { show, guest, id: id ?? '' };
  };

  it('ends with the ticket, and the player says so', async () => {
    const { guest, id } = await watching();
    await inTransaction((tx) => endTicket(tx, guest.ticketId, 'refund'));
    expect(await mayStillWatch(id)).toBe(false);
    expect(await refusal(playerContract.keepPlayback, { as: guest, params: { id } })).toEqual({
      status: 410,
      code: 'PLAYBACK_ENDED',
    });
  });

  it('ends with the person', async () => {
    const { guest, id } = await watching();
    await db()
      .updateTable('users')
      .set({ blocked_at: nowText() })
      .where('id', '=', guest.id)
      .execute();
    expect(await mayStillWatch(id)).toBe(false);
  });

  it('ends with the log-in, and not with another one of the same person', async () => {
    const { show, guest, id } = await watching();
    const elsewhere = { ...guest, token: await aLogIn(guest.id) };
    const other = await open(show, elsewhere);
    await call(accountsContract.logOut, { as: guest });
    expect(await mayStillWatch(id)).toBe(false);
    expect(await mayStillWatch(other.id ?? '')).toBe(true);
  });

  it('ends when the window was closed, or was not heard of for two minutes', async () => {
    const opened = now();
    const later = (seconds: number) => useClock(opened.add({ seconds }));
    later(0);
    const { show, guest, id } = await watching();
    const other = await open(show, guest);
    await call(playerContract.closePlayback, { as: guest, params: { id } });
    expect(await mayStillWatch(id)).toBe(false);
    later(119);
    expect(await mayStillWatch(other.id ?? '')).toBe(true);
    later(121);
    expect(await mayStillWatch(other.id ?? '')).toBe(false);
  });

  it('ends for those who no longer own the channel, and was never anybody’s', async () => {
    const show = await aShow();
    const { id } = await open(show, show.owner);
    expect(await mayStillWatch(id ?? '')).toBe(true);
    await db()
      .updateTable('channels')
      .set({ owner_id: (await anOrganizer()).id })
      .where('id', '=', show.channel.id)
      .execute();
    expect(await mayStillWatch(id ?? '')).toBe(false);
    expect(await mayStillWatch(crypto.randomUUID())).toBe(false);
  });

  it('is asked for many views in one go', async () => {
    const show = await aShow();
    const holder = await aViewer();
    await aSeat(show, holder);
    const { id } = await open(show, holder);
    const ids = [id ?? '', ...Array.from({ length: 50 }, () => crypto.randomUUID())];
    expect((await Promise.all(ids.map(mayStillWatch))).filter(Boolean)).toHaveLength(1);
  });
});
