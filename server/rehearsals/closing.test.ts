import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { liveContract } from '#contract/live.ts';
import { playerContract } from '#contract/player.ts';
import { recordingsContract } from '#contract/recordings.ts';
import { rehearsalsContract } from '#contract/rehearsals.ts';
import { salesContract } from '#contract/sales.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { keptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aGuestIn, aRoom, tokenOf } from '#test/factories/rehearsals.ts';
import { call, refusal } from '#test/story.ts';
import { countGuests } from './rooms.queries.ts';

const { listRooms, getRoom, closeRoom, getInvitation, enterRoom } = rehearsalsContract;
const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

/** An administrator deletes somebody's account. */
const erase = async ({ id }: Someone) =>
  call(usersContract.moveUser, {
    as: await anAdmin(),
    params: { id },
    body: { move: 'delete' },
  });

describe('a deleted account', () => {
  it('closes the rooms that it held, with what was said there', async () => {
    const [room, other] = [await aRoom(), await aRoom()];
    const guest = await aGuestIn(room);
    const said = { author_id: guest.id, body: 'Louder', state: 'approved', sent_at: nowText() };
    await db()
      .insertInto('chat_messages')
      .values({ ...said, product_id: room.id })
      .execute();
    await erase(room.owner);
    const given = { as: guest, params: { slug: room.slug }, body: {} };
    expect(await refusal(playerContract.openPlayback, given)).toEqual(notFound);
    const admin = { as: await anAdmin(), params: { slug: room.slug } };
    expect(await refusal(getRoom, admin)).toEqual(notFound);
    const left = db().selectFrom('chat_messages').where('product_id', '=', room.id).selectAll();
    expect(await left.execute()).toEqual([]);
    expect((await call(getRoom, { as: other.owner, params: { slug: other.slug } })).slug).toBe(
      other.slug,
    );
  });

  it('leaves its place in a room to others, and nobody is written to', async () => {
    const room = await aRoom({ places: 1 });
    await erase(await aGuestIn(room));
    const params = { slug: room.slug };
    expect((await call(getRoom, { as: room.owner, params })).guests).toEqual([]);
    expect(keptJobs().map(({ name }) => name)).toEqual([]);
    await aGuestIn(room);
  });
});

describe('closing a room', () => {
  it('kills link, tickets, views, keys and chat, and leaves nothing to anybody', async () => {
    const room = await aRoom();
    const guest = await aGuestIn(room);
    const params = { slug: room.slug };
    await call(liveContract.getBroadcast, { as: room.owner, params });
    const { id: broadcastId } = await db()
      .insertInto('broadcasts')
      .values({ product_id: room.id, state: 'live', started_at: nowText() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const view = await call(playerContract.openPlayback, { as: guest, params, body: {} });
    const said = { author_id: guest.id, body: 'Louder', state: 'approved', sent_at: nowText() };
    await db()
      .insertInto('chat_messages')
      .values({ ...said, product_id: room.id })
      .execute();
    await call(closeRoom, { as: room.owner, params });
    for (const as of [room.owner, await anAdmin()]) {
      expect(await refusal(playerContract.openPlayback, { as, params, body: {} })).toEqual(
        notFound,
      );
    }
    for (const refused of [
      await refusal(getRoom, { as: room.owner, params }),
      await refusal(closeRoom, { as: room.owner, params }),
      await refusal(liveContract.getBroadcast, { as: room.owner, params }),
      await refusal(recordingsContract.listRecordings, { as: room.owner, params }),
      await refusal(getInvitation, { params: { token: tokenOf(room) } }),
      await refusal(enterRoom, { as: guest, params: { token: tokenOf(room) } }),
    ]) {
      expect(refused).toEqual(notFound);
    }
    const keep = { as: guest, params: { id: view.id ?? '' } };
    expect(await refusal(playerContract.keepPlayback, keep)).toMatchObject({ status: 410 });
    const left = async (table: 'stream_keys' | 'chat_messages' | 'rehearsal_invitations') =>
      db().selectFrom(table).selectAll().where('product_id', '=', room.id).execute();
    expect(await left('stream_keys')).toEqual([]);
    expect(await left('chat_messages')).toEqual([]);
    expect(await left('rehearsal_invitations')).toEqual([]);
    const broadcast = await db()
      .selectFrom('broadcasts')
      .select(['state', 'end_reason'])
      .where('id', '=', broadcastId)
      .executeTakeFirst();
    expect(broadcast).toEqual({ state: 'ended', end_reason: 'stopped' });
    expect(keptJobs().map(({ name }) => name)).toEqual(['erase-rehearsals']);
    expect((await call(salesContract.listMyTickets, { as: guest, query: {} })).items).toEqual([]);
    expect((await call(listRooms, { as: room.owner })).items).toEqual([]);
  });

  it('at the same instant as somebody comes in leaves nobody in', async () => {
    const room = await aRoom();
    const people = await Promise.all(Array.from({ length: 4 }, () => aViewer()));
    const enter = (as: Someone) => call(enterRoom, { as, params: { token: tokenOf(room) } });
    await Promise.allSettled([
      ...people.slice(0, 2).map(enter),
      call(closeRoom, { as: room.owner, params: { slug: room.slug } }),
      ...people.slice(2).map(enter),
    ]);
    expect(await countGuests(db(), room.id)).toBe(0);
  });
});
