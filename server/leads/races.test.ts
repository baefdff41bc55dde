import { describe, expect, it } from 'vitest';
import { interestContract } from '#contract/interest.ts';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { nowText, useClock } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aSoldOutShow, aWaiting, lineOf, placesOf, seatsHeld } from '#test/factories/leads.ts';
import { anOrder, orderForm, pay } from '#test/factories/sales.ts';
import { meeting } from '#test/meeting.ts';
import { send } from '#test/story.ts';
import { followLines } from './offer-seats.ts';

/**
 * Each race stands beside a control: the same crowd against a store that frees first and offers then, or
 * looks first and writes then. The control must go wrong, or the race would prove nothing.
 */
const crowd = (count: number): Promise<Someone[]> =>
  Promise.all(Array.from({ length: count }, () => aViewer()));

const refundOf = (show: Awaited<ReturnType<typeof aSoldOutShow>>) =>
  send(refundsContract.refundOrder, {
    as: show.product.owner,
    params: { id: show.order.id },
    body: { reason: 'She cannot come' },
  });

const countIn = async (sessionId: string, state: string) =>
  (await placesOf(sessionId)).filter((place) => place.state === state).length;

describe('one seat that comes back', () => {
  it('goes to the first of fifty who wait, of fifty strangers who buy at that instant to none', async () => {
    const show = await aSoldOutShow();
    const { product, sessionId } = show;
    const waiting = await crowd(50);
    for (const one of waiting) await aWaiting(product, one);
    const strangers = await crowd(50);
    const buy = (as: Someone) => send(ordersContract.startOrder, { as, body: orderForm(product) });
    const half = strangers.slice(0, 25).map(buy);
    const freed = refundOf(show);
    const answers = await Promise.all([...half, ...strangers.slice(25).map(buy)]);
    expect((await freed).statusCode).toBe(200);
    expect(new Set(answers.map((answer) => answer.json().code))).toEqual(new Set(['SOLD_OUT']));
    const places = await placesOf(sessionId);
    expect(places.filter(({ state }) => state === 'offered').map(({ userId }) => userId)).toEqual([
      waiting[0]?.id,
    ]);
    expect(await seatsHeld(sessionId)).toBe(1);
    expect((await buy(waiting[0] as Someone)).statusCode).toBe(201);
    expect(await seatsHeld(sessionId)).toBe(1);
  });

  it('would go to a stranger if it were freed first and offered then (control)', async () => {
    const { product, sessionId } = await aSoldOutShow();
    await aWaiting(product);
    const strangers = await crowd(5);
    const free = (tx: Db) =>
      tx
        .updateTable('product_sessions')
        .set({ seats_held: 0 })
        .where('id', '=', sessionId)
        .execute();
    await inTransaction(free);
    const answers = await Promise.all(
      strangers.map((as) => send(ordersContract.startOrder, { as, body: orderForm(product) })),
    );
    await followLines();
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(await countIn(sessionId, 'offered')).toBe(0);
  });

  it('is offered once, though it is looked for by ten clocks at once', async () => {
    const { product, sessionId } = await aSoldOutShow();
    for (const one of await crowd(12)) await aWaiting(product, one);
    await db()
      .updateTable('product_sessions')
      .set({ seats_held: 0 })
      .where('id', '=', sessionId)
      .execute();
    await Promise.all(Array.from({ length: 10 }, () => followLines()));
    expect(await countIn(sessionId, 'offered')).toBe(1);
    expect(await seatsHeld(sessionId)).toBe(1);
  });

  it('would be offered to several without the row’s word (control)', async () => {
    const { product, sessionId } = await aSoldOutShow();
    for (const one of await crowd(12)) await aWaiting(product, one);
    const looked = meeting(5);
    const passed = await Promise.all(
      Array.from({ length: 10 }, () =>
        inTransaction(async (tx) => {
          const { id } = await tx
            .selectFrom('waiting_places')
            .select('id')
            .where('session_id', '=', sessionId)
            .where('state', '=', 'waiting')
            .orderBy('number')
            .executeTakeFirstOrThrow();
          await looked();
          await tx
            .updateTable('waiting_places')
            .set({ state: 'offered', offered_until: nowText() })
            .where('id', '=', id)
            .execute();
          return id;
        }),
      ),
    );
    expect(passed.length - new Set(passed).size).toBeGreaterThan(0);
  });
});

describe('one place', () => {
  it('is made of twenty presses at once', async () => {
    const { product, sessionId } = await aSoldOutShow();
    const viewer = await aViewer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        send(interestContract.joinLine, { as: viewer, params: lineOf(product) }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await placesOf(sessionId)).toHaveLength(1);
  });
});

describe('the end of an offer', () => {
  const until = '2027-01-10T12:00:00Z';

  async function anOffer() {
    const show = await aSoldOutShow();
    const first = await aWaiting(show.product);
    const next = await aWaiting(show.product);
    useClock('2027-01-10T10:00:00Z');
    await refundOf(show);
    return { ...show, first, next };
  }

  it('finds the buyer’s order, or the order finds it: the seat is one person’s either way', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { product, sessionId, first, next } = await anOffer();
      // The clock stands at the end: the offer is over for the job, and for whoever orders now
      const early = round % 2 === 0;
      useClock(early ? '2027-01-10T11:59:59.999Z' : until);
      const buying = send(ordersContract.startOrder, { as: first, body: orderForm(product) });
      if (early) useClock(until);
      const [answer] = await Promise.all([buying, followLines(), followLines()]);
      const states = (await placesOf(sessionId)).map(({ state }) => state);
      const bought = answer.statusCode === 201;
      expect(states).toEqual(bought ? ['taken', 'waiting'] : ['lapsed', 'offered']);
      expect(await seatsHeld(sessionId)).toBe(1);
      const other = await send(ordersContract.startOrder, { as: next, body: orderForm(product) });
      expect(other.statusCode).toBe(bought ? 409 : 201);
    }
  });

  it('does not take the seat from an order that has it, however late its payment comes', async () => {
    const { product, sessionId, first } = await anOffer();
    useClock('2027-01-10T11:59:00Z');
    const { order } = await anOrder({ product, buyer: first });
    useClock('2027-01-10T12:05:00Z');
    const [paid] = await Promise.all([pay(first, order), followLines(), followLines()]);
    expect(paid.state).toBe('paid');
    await runKeptJobs();
    expect((await placesOf(sessionId)).map(({ state }) => state)).toEqual(['bought', 'waiting']);
    expect(await seatsHeld(sessionId)).toBe(1);
  });

  it('would take it if the offer were looked at first (control)', async () => {
    const { sessionId } = await anOffer();
    const looked = meeting(2);
    const change = (to: string) =>
      inTransaction(async (tx) => {
        const { id, state } = await tx
          .selectFrom('waiting_places')
          .select(['id', 'state'])
          .where('session_id', '=', sessionId)
          .orderBy('number')
          .executeTakeFirstOrThrow();
        await looked();
        if (state !== 'offered') return false;
        await tx.updateTable('waiting_places').set({ state: to }).where('id', '=', id).execute();
        return true;
      });
    expect(await Promise.all([change('lapsed'), change('left')])).toEqual([true, true]);
  });
});
