import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { playerContract } from '#contract/player.ts';
import { type Room, rehearsalLimits, rehearsalsContract } from '#contract/rehearsals.ts';
import { salesContract } from '#contract/sales.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { addRoom } from '#server/catalog/index.ts';
import { nowText, useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { keptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aGuestIn, aRoom, type SomeRoom, tokenOf } from '#test/factories/rehearsals.ts';
import { holdClock } from '#test/held-clock.ts';
import { meeting } from '#test/meeting.ts';
import { call, refusal, send } from '#test/story.ts';
import { listOpenRoomIds } from './rooms.queries.ts';

const { listRooms, openRoom, getRoom, changeRoom, closeRoom } = rehearsalsContract;
const { replaceInvitation, removeGuest, getInvitation, enterRoom } = rehearsalsContract;
const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

const paramsOf = ({ slug }: { slug: string }) => ({ slug });
const look = (room: Pick<Room, 'invitation'>, as?: Someone) =>
  call(getInvitation, { ...(as ? { as } : {}), params: { token: tokenOf(room) } });
const enter = (room: Pick<Room, 'invitation'>, as: Someone) =>
  call(enterRoom, { as, params: { token: tokenOf(room) } });
const refusedAt = (room: Pick<Room, 'invitation'>, as: Someone) =>
  refusal(enterRoom, { as, params: { token: tokenOf(room) } });
const watch = ({ slug }: SomeRoom, as: Someone) =>
  call(playerContract.openPlayback, { as, params: { slug }, body: {} });
const again = (room: SomeRoom) => call(getRoom, { as: room.owner, params: paramsOf(room) });
const sendOut = async (room: SomeRoom, guest: Someone) => {
  const { guests } = await again(room);
  const id = guests.find(({ email }) => email === guest.email)?.id ?? '';
  return call(removeGuest, { as: room.owner, params: { slug: room.slug, id } });
};
/** A show is remembered for a second. */
const later = (seconds: number) => useClock(Temporal.Now.instant().add({ seconds }));
const onAir = (room: SomeRoom) =>
  db()
    .insertInto('broadcasts')
    .values({ product_id: room.id, state: 'live', started_at: nowText() })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('opening a rehearsal room', () => {
  it('takes a title, and it is open at once, with a link and twenty places', async () => {
    const room = await aRoom({ title: 'Hamlet, second act' });
    expect(room).toMatchObject({
      title: 'Hamlet, second act',
      invitation: { places: 20, works: true },
      guests: [],
      recordingDays: 7,
      can: { rename: true, setPlaces: true, replaceInvitation: true, removeGuest: true },
    });
    expect(room.slug).toMatch(/^rehearsal-[0-9a-f]{16}$/);
    // 256 bits, of which the database keeps nothing that could be used.
    expect(tokenOf(room)).toMatch(/^[\w-]{43}$/);
    const rows = await db().selectFrom('rehearsal_invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(tokenOf(room));
  });

  it('comes before the channel is published, and not in one that was banned', async () => {
    const channel = await aChannel({ state: 'draft' });
    expect((await aRoom({ channel })).channel.state).toBe('draft');
    const banned = await aChannel({ state: 'banned' });
    const body = { title: 'Hamlet', channel: banned.slug };
    const as = banned.owner;
    expect(await refusal(openRoom, { as, body })).toEqual({ status: 409, code: 'CHANNEL_STATE' });
    expect(await call(listRooms, { as })).toMatchObject({
      because: 'no_channel',
      channels: [],
      can: { open: false },
    });
    const { slug, title } = await aChannel({ owner: as, state: 'draft' });
    expect((await call(listRooms, { as })).channels).toEqual([{ slug, title, state: 'draft' }]);
  });

  it('finds the only channel by itself, asks which of two, and refuses without one', async () => {
    const channel = await aChannel();
    const as = channel.owner;
    const body = { title: 'Hamlet' };
    expect((await call(openRoom, { as, body })).channel.slug).toBe(channel.slug);
    await aChannel({ owner: as });
    expect(await refusal(openRoom, { as, body })).toMatchObject({
      code: 'VALIDATION',
      fields: { channel: 'required' },
    });
    expect(await refusal(openRoom, { as: await anOrganizer(), body })).toMatchObject({
      code: 'NO_CHANNEL',
    });
  });

  it('is for organizers in channels of their own', async () => {
    const channel = await aChannel();
    const body = { title: 'Hamlet', channel: channel.slug };
    expect(await refusal(openRoom, { as: await aViewer(), body })).toMatchObject({ status: 403 });
    expect(await refusal(openRoom, { body })).toMatchObject({ status: 401 });
    const stranger = (await aChannel()).owner;
    expect(await refusal(openRoom, { as: stranger, body })).toEqual(notFound);
    const untitled = { title: '  ', channel: channel.slug };
    expect(await refusal(openRoom, { as: channel.owner, body: untitled })).toMatchObject({
      code: 'VALIDATION',
    });
  });

  it('asked twice under one key opens one, also at the same instant', async () => {
    const channel = await aChannel();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const ask = () => call(openRoom, { as: channel.owner, body: { title: 'Hamlet' }, headers });
    const rooms = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(rooms.map(({ slug }) => slug)).size).toBe(1);
    const other = (await aChannel()).owner;
    const body = { title: 'Hamlet' };
    expect(await refusal(openRoom, { as: other, body, headers })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('ends at twenty open ones, however many are asked for at once', async () => {
    const channel = await aChannel();
    const as = channel.owner;
    const asked = Array.from({ length: rehearsalLimits.rooms + 2 }, (_, index) =>
      send(openRoom, { as, body: { title: `Room ${index}` } }),
    );
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([...Array(rehearsalLimits.rooms).fill(201), 409, 409]);
    const full = await call(listRooms, { as });
    expect([full.because, full.can.open]).toEqual(['limit', false]);
    const params = { slug: full.items[0]?.slug ?? '' };
    await call(closeRoom, { as, params });
    expect((await call(openRoom, { as, body: { title: 'One more' } })).title).toBe('One more');
  });

  it('would be one too many without the lock (control)', async () => {
    const { id: channelId, owner } = await aChannel();
    const room = { channelId, title: 'Room', language: 'en', at: nowText() } as const;
    const add = (to: Db) => addRoom(to, { ...room, key: crypto.randomUUID() });
    for (let open = 1; open < rehearsalLimits.rooms; open += 1) await add(db());
    const looked = meeting(2);
    const carelessly = () =>
      inTransaction(async (tx) => {
        const { length: open } = await listOpenRoomIds(tx, owner.id);
        await looked();
        if (open < rehearsalLimits.rooms) await add(tx);
      });
    await Promise.all([carelessly(), carelessly()]);
    expect(await listOpenRoomIds(db(), owner.id)).toHaveLength(rehearsalLimits.rooms + 1);
  });

  it('is listed for its organizer alone, at the same cost for three as for one', async () => {
    holdClock();
    const channel = await aChannel();
    const as = channel.owner;
    const titles = async () => (await call(listRooms, { as })).items.map(({ title }) => title);
    await aRoom({ channel, title: 'One' });
    const one = await countQueries(titles);
    await aRoom({ channel, title: 'Two' });
    await aRoom({ channel, title: 'Three' });
    expect(await countQueries(titles)).toBe(one);
    expect(await titles()).toEqual(['Three', 'Two', 'One']);
    expect((await call(listRooms, { as: (await aChannel()).owner })).items).toEqual([]);
  });
});

describe('a room on the desk', () => {
  it('does not exist for other organizers, and is there for administrators', async () => {
    const room = await aRoom();
    const guest = await aGuestIn(room);
    const other = (await aChannel()).owner;
    const params = paramsOf(room);
    const { guests } = await again(room);
    const id = guests[0]?.id ?? '';
    for (const refused of [
      await refusal(getRoom, { as: other, params }),
      await refusal(changeRoom, { as: other, params, body: { title: 'Mine' } }),
      await refusal(replaceInvitation, { as: other, params }),
      await refusal(removeGuest, { as: other, params: { ...params, id } }),
      await refusal(closeRoom, { as: other, params }),
    ]) {
      expect(refused).toEqual(notFound);
    }
    expect(await refusal(getRoom, { as: guest, params })).toMatchObject({ status: 403 });
    const admin = await anAdmin();
    expect((await call(getRoom, { as: admin, params })).title).toBe(room.title);
  });

  it('is no product there: it cannot be published, sold, copied, shown first or thrown away', async () => {
    const { slug, owner: as } = await aRoom();
    const params = { slug };
    const coupon = { sessionId: null, quantity: 1, net: 0, tax: 0, validUntil: null };
    for (const refused of [
      await refusal(catalogContract.getOwnProduct, { as, params }),
      await refusal(catalogContract.saveProduct, { as, params, body: { title: 'Other' } }),
      await refusal(catalogContract.publishProduct, { as, params }),
      await refusal(catalogContract.duplicateProduct, { as, params }),
      await refusal(catalogContract.deleteProduct, { as, params }),
      await refusal(catalogContract.withdrawProduct, { as, params }),
      await refusal(ticketsContract.makeCoupons, { as, params, body: coupon }),
      await refusal(ticketsContract.listCouponsOfProduct, { as, params }),
      await refusal(salesContract.getCheckout, { as, params, query: {} }),
    ]) {
      expect(refused).toEqual(notFound);
    }
    const body = { featured: true };
    const given = { as: await anAdmin(), params, body };
    expect(await refusal(catalogContract.featureProduct, given)).toEqual(notFound);
  });

  it('is never published, by nobody: the database refuses', async () => {
    const { id } = await aRoom();
    const publish = db().updateTable('products').set({ status: 'published' }).where('id', '=', id);
    await expect(publish.execute()).rejects.toThrow('products_rehearsal');
    const price = db().updateTable('products').set({ plan: 'paid' }).where('id', '=', id);
    await expect(price.execute()).rejects.toThrow('products_rehearsal');
  });

  it('gets another title and other places, never fewer than there are guests', async () => {
    const room = await aRoom();
    await aGuestIn(room);
    await aGuestIn(room);
    const change = (body: { title?: string; places?: number }) => ({
      as: room.owner,
      params: paramsOf(room),
      body,
    });
    const changed = await call(changeRoom, change({ title: 'Third act', places: 2 }));
    expect([changed.title, changed.invitation.places]).toEqual(['Third act', 2]);
    expect(await refusal(changeRoom, change({ places: 1 }))).toMatchObject({
      code: 'VALIDATION',
      fields: { places: 'too_small' },
    });
    for (const places of [0, 71]) {
      expect(await refusal(changeRoom, change({ places }))).toMatchObject({ code: 'VALIDATION' });
    }
    expect((await again(room)).invitation.places).toBe(2);
  });
});

describe('an invitation', () => {
  it('says what it is to whoever opens it, and looking takes no place', async () => {
    const room = await aRoom({ places: 1, title: 'Candles, first run' });
    const invitation = await look(room);
    expect(invitation).toMatchObject({
      title: 'Candles, first run',
      channel: { slug: room.channel.slug, title: room.channel.title },
      host: 'Ana Prats',
      standing: 'open',
      room: null,
      can: { enter: true },
    });
    await look(room);
    await look(room, await aViewer());
    expect((await again(room)).guests).toEqual([]);
    const head = await send(getInvitation, { params: { token: tokenOf(room) } });
    expect(head.headers['cache-control']).toContain('no-store');
  });

  it('lets in whoever is logged in, with a ticket that costs nothing, once', async () => {
    const room = await aRoom();
    const as = await aViewer();
    expect(await refusal(enterRoom, { params: { token: tokenOf(room) } })).toMatchObject({
      status: 401,
    });
    expect(await enter(room, as)).toEqual({ room: room.slug });
    expect(await enter(room, as)).toEqual({ room: room.slug });
    expect(await look(room, as)).toMatchObject({ standing: 'guest', room: room.slug });
    const { guests } = await again(room);
    expect(guests).toMatchObject([{ name: 'Ana Prats', email: as.email, watching: false }]);
    const tickets = await db()
      .selectFrom('tickets')
      .select(['source', 'order_id'])
      .where('product_id', '=', room.id)
      .execute();
    expect(tickets).toEqual([{ source: 'invitation', order_id: null }]);
    expect(keptJobs()).toEqual([]);
  });

  it('lets owner and administrators in without taking a place', async () => {
    const room = await aRoom({ places: 1 });
    expect(await look(room, room.owner)).toMatchObject({ standing: 'host', room: room.slug });
    await enter(room, room.owner);
    await enter(room, await anAdmin());
    expect((await again(room)).guests).toEqual([]);
  });

  it('is unknown, to everybody and in the same way, when it was never made or is dead', async () => {
    const room = await aRoom();
    const params = { token: tokenOf(room) };
    const as = await aViewer();
    await call(replaceInvitation, { as: room.owner, params: paramsOf(room) });
    const madeUp = { token: 'A'.repeat(43) };
    for (const given of [params, madeUp]) {
      expect(await refusal(getInvitation, { params: given })).toEqual(notFound);
      expect(await refusal(enterRoom, { as, params: given })).toEqual(notFound);
    }
  });

  it('gives the last place to one of two', async () => {
    const room = await aRoom({ places: 3 });
    await aGuestIn(room);
    await aGuestIn(room);
    const people = await Promise.all(Array.from({ length: 8 }, () => aViewer()));
    const tries = await Promise.allSettled(people.map((as) => enter(room, as)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await again(room)).guests).toHaveLength(3);
    expect((await look(room)).standing).toBe('full');
    expect(await refusedAt(room, await aViewer())).toEqual({ status: 409, code: 'REHEARSAL_FULL' });
  });

  it('that is replaced lets nobody in, and whoever is in stays', async () => {
    const room = await aRoom();
    const guest = await aGuestIn(room);
    const next = await call(replaceInvitation, { as: room.owner, params: paramsOf(room) });
    expect(tokenOf(next)).not.toBe(tokenOf(room));
    expect(await refusedAt(room, await aViewer())).toEqual(notFound);
    expect((await watch(room, guest)).state).toBe('waiting');
    await enter(next, await aViewer());
    expect((await again(room)).guests).toHaveLength(2);
  });

  it('is dead while the channel is banned or its owner blocked', async () => {
    const [banned, blocked] = [await aRoom(), await aRoom()];
    const ban = db().updateTable('channels').set({ state: 'banned' });
    await ban.where('id', '=', banned.channelId).execute();
    const block = db().updateTable('users').set({ blocked_at: '2026-01-01T00:00:00Z' });
    await block.where('id', '=', blocked.owner.id).execute();
    for (const room of [banned, blocked]) {
      expect(await refusal(getInvitation, { params: { token: tokenOf(room) } })).toEqual(notFound);
      expect(await refusedAt(room, await aViewer())).toEqual(notFound);
    }
    const as = await anAdmin();
    for (const room of [banned, blocked]) {
      const seen = await call(getRoom, { as, params: paramsOf(room) });
      expect(seen.invitation.works).toBe(false);
    }
  });
});

describe('a guest who is sent out', () => {
  it('loses the ticket and the view, and is not let in by the same link', async () => {
    const room = await aRoom({ places: 1 });
    const guest = await aGuestIn(room);
    await onAir(room);
    const { id } = await watch(room, guest);
    expect((await again(room)).guests).toMatchObject([{ watching: true }]);
    expect((await sendOut(room, guest)).guests).toEqual([]);
    const params = { id: id ?? '' };
    expect(await refusal(playerContract.keepPlayback, { as: guest, params })).toEqual({
      status: 410,
      code: 'PLAYBACK_ENDED',
    });
    const given = { as: guest, params: paramsOf(room), body: {} };
    expect(await refusal(playerContract.openPlayback, given)).toEqual(notFound);
    expect(await look(room, guest)).toMatchObject({
      standing: 'removed',
      room: null,
      can: { enter: false },
    });
    expect(await refusedAt(room, guest)).toEqual({ status: 403, code: 'REHEARSAL_REMOVED' });
    // Nobody is written to about it, and the place is free.
    expect(keptJobs()).toEqual([]);
    expect(await db().selectFrom('notifications').selectAll().execute()).toEqual([]);
    await aGuestIn(room);
  });

  it('is let in again by a new link', async () => {
    const room = await aRoom();
    const guest = await aGuestIn(room);
    await sendOut(room, guest);
    const next = await call(replaceInvitation, { as: room.owner, params: paramsOf(room) });
    expect((await look(next, guest)).standing).toBe('open');
    await enter(next, guest);
    expect((await watch(room, guest)).state).toBe('waiting');
  });

  it('must be one of this room', async () => {
    const [room, other] = [await aRoom(), await aRoom()];
    await aGuestIn(other);
    const id = (await again(other)).guests[0]?.id ?? '';
    const params = { slug: room.slug, id };
    expect(await refusal(removeGuest, { as: room.owner, params })).toEqual(notFound);
    expect((await again(other)).guests).toHaveLength(1);
  });
});

describe('the player of a room', () => {
  it('waits, shows what is on air, waits again, and has no recording for guests', async () => {
    const room = await aRoom();
    const guest = await aGuestIn(room);
    expect(await watch(room, guest)).toMatchObject({
      state: 'waiting',
      media: null,
      chat: { read: true, write: true },
      product: { rehearsal: true, title: room.title },
      can: { buy: false, share: false, moderate: false },
    });
    const { id } = await onAir(room);
    later(2);
    const air = await watch(room, guest);
    expect(air).toMatchObject({ state: 'live', media: { kind: 'live' } });
    const over = { state: 'ended', ended_at: nowText(), recording_ready: true } as const;
    await db().updateTable('broadcasts').set(over).where('id', '=', id).execute();
    later(4);
    for (const as of [guest, room.owner]) {
      expect(await watch(room, as)).toMatchObject({ state: 'waiting', media: null });
    }
    await onAir(room);
    later(6);
    expect((await watch(room, guest)).state).toBe('live');
  });

  it('takes two views of a ticket, as everywhere', async () => {
    const room = await aRoom();
    const guest = await aGuestIn(room);
    await onAir(room);
    await watch(room, guest);
    await watch(room, guest);
    const given = { as: guest, params: paramsOf(room), body: {} };
    expect(await refusal(playerContract.openPlayback, given)).toMatchObject({
      code: 'TOO_MANY_VIEWS',
    });
  });

  it('is nothing for whoever was not invited, and open to owner and administrators', async () => {
    const room = await aRoom();
    await onAir(room);
    for (const as of [await aViewer(), await anOrganizer()]) {
      const given = { as, params: paramsOf(room), body: {} };
      expect(await refusal(playerContract.openPlayback, given)).toEqual(notFound);
    }
    for (const as of [room.owner, await anAdmin()]) {
      expect(await watch(room, as)).toMatchObject({ state: 'live', can: { moderate: true } });
    }
  });
});

describe('My space of a guest', () => {
  it('has the room while it is open', async () => {
    const room = await aRoom();
    const guest = await aGuestIn(room);
    const { items } = await call(salesContract.listMyTickets, { as: guest, query: {} });
    expect(items).toMatchObject([
      { state: 'waiting', product: { slug: room.slug, rehearsal: true }, can: { watch: false } },
    ]);
  });
});
