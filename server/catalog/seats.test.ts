import { describe, expect, it } from 'vitest';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { meeting } from '#test/meeting.ts';
import { freeSeat, holdSeat } from './seats.store.ts';

async function aSession(capacity: number | null, held = 0): Promise<string> {
  const { sessions } = await aProduct({ sessions: [{ capacity, held }] });
  return sessions[0]?.id ?? '';
}

const seatsHeld = async (sessionId: string): Promise<number> => {
  const row = await db()
    .selectFrom('product_sessions')
    .select('seats_held')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return row.seats_held;
};

/** How many of so many buyers at once get a seat, and with what the others are refused. */
async function rush(buyers: number, hold: (tx: Db) => Promise<void>) {
  const attempts = Array.from({ length: buyers }, () => inTransaction(hold));
  const results = await Promise.allSettled(attempts);
  const refused = results.filter((result) => result.status === 'rejected');
  const codes = refused.map(({ reason }) => (reason instanceof Refusal ? reason.code : 'fault'));
  return { seated: buyers - refused.length, codes: [...new Set(codes)] };
}

describe('the seats of a showing', () => {
  it('go to as many as there are, of 200 who want the last one', async () => {
    const id = await aSession(1);
    expect(await rush(200, (tx) => holdSeat(tx, id))).toEqual({ seated: 1, codes: ['SOLD_OUT'] });
    expect(await seatsHeld(id)).toBe(1);
  });

  it('go to as many as there are, of 200 who want fifty', async () => {
    const id = await aSession(50);
    expect(await rush(200, (tx) => holdSeat(tx, id))).toEqual({ seated: 50, codes: ['SOLD_OUT'] });
    expect(await seatsHeld(id)).toBe(50);
  });

  it('would be oversold by a look before the leap: the control of this test', async () => {
    const id = await aSession(1);
    const looked = meeting(5);
    const lookAndLeap = async (tx: Db) => {
      const row = await tx
        .selectFrom('product_sessions')
        .select(['capacity', 'seats_held'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await looked();
      if (row.capacity !== null && row.seats_held >= row.capacity) refuse('SOLD_OUT');
      await tx
        .updateTable('product_sessions')
        .set({ seats_held: row.seats_held + 1 })
        .where('id', '=', id)
        .execute();
    };
    expect((await rush(200, lookAndLeap)).seated).toBeGreaterThan(1);
  });

  it('have no end without a capacity', async () => {
    const id = await aSession(null);
    expect(await rush(20, (tx) => holdSeat(tx, id))).toEqual({ seated: 20, codes: [] });
  });

  it('come back when freed, and never below none', async () => {
    const id = await aSession(1, 1);
    await expect(inTransaction((tx) => holdSeat(tx, id))).rejects.toMatchObject({
      code: 'SOLD_OUT',
    });
    await inTransaction((tx) => freeSeat(tx, id));
    await inTransaction((tx) => holdSeat(tx, id));
    for (const _ of [1, 2, 3]) await inTransaction((tx) => freeSeat(tx, id));
    expect(await seatsHeld(id)).toBe(0);
  });

  it('stay free when the transaction that held one fails', async () => {
    const id = await aSession(1);
    const failing = inTransaction(async (tx) => {
      await holdSeat(tx, id);
      refuse('ORDER_STATE');
    });
    await expect(failing).rejects.toMatchObject({ code: 'ORDER_STATE' });
    expect(await seatsHeld(id)).toBe(0);
  });
});
