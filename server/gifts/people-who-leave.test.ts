import { afterEach, describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { giftsContract } from '#contract/gifts.ts';
import { ordersContract } from '#contract/orders.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, type JobKind, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aGift, anAddress, giftItem } from '#test/factories/giving.ts';
import { lastMailTo, linkIn, mailsTo } from '#test/factories/mails.ts';
import { cartForm } from '#test/factories/sales.ts';
import { payWith } from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';
import { sendGifts } from './send-gifts.ts';
import { watchGifts } from './watch-gifts.ts';

afterEach(() => useClock(null));

const run = async (job: JobKind<object>) => {
  await enqueueNow(job, {});
  await runKeptJobs();
};
const erase = async ({ id }: Someone) => {
  const as = await anAdmin();
  await call(usersContract.moveUser, { as, params: { id }, body: { move: 'delete' } });
  await runKeptJobs();
};
const accept = (as: Someone, token: string) =>
  call(giftsContract.acceptGift, { as, params: { token } });
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
const goneAddress = ({ id }: Someone) => `deleted-${id}@deleted.invalid`;
const to = { name: 'Leocadia', message: 'From the one who knows' };

/** What is left of a gift and its order, as text. */
async function keptOf(orderId: string): Promise<string> {
  const gift = await db()
    .selectFrom('gifts')
    .select(['email', 'name', 'message'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  const lines = await db()
    .selectFrom('order_lines')
    .select('details')
    .where('order_id', '=', orderId)
    .execute();
  return JSON.stringify([gift, lines]);
}

describe('a gift whose giver has left', () => {
  it('is still for whom it was meant, and leaves nothing of either once it is taken', async () => {
    const { buyer, token, email, order } = await aGift({ to });
    await erase(buyer);
    expect(await keptOf(order.id)).toBe(
      JSON.stringify([{ email, name: to.name, message: to.message }, [{ details: {} }]]),
    );
    await accept(await aViewer(), token);
    expect(await keptOf(order.id)).toBe(
      JSON.stringify([{ email: '', name: '', message: '' }, [{ details: {} }]]),
    );
    expect(await kindsTo(goneAddress(buyer))).toEqual([]);
  });

  it('leaves nothing when nobody took it, and its giver is told nothing', async () => {
    const { buyer, email, order } = await aGift({ to });
    await erase(buyer);
    const { expires_at } = await db()
      .selectFrom('gifts')
      .select('expires_at')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const end = Date.parse(expires_at);
    for (const days of [3, 0]) {
      useClock(new Date(end - days * 86_400_000).toISOString());
      await run(watchGifts);
    }
    expect(await kindsTo(goneAddress(buyer))).toEqual([]);
    const kept = await keptOf(order.id);
    expect([email, to.name, to.message].filter((words) => kept.includes(words))).toEqual([]);
  });
});

describe('a gift for somebody who has left', () => {
  it('says no more for whom it was, writes to nobody, and waits for another address', async () => {
    useClock('2030-05-01T10:00:00Z');
    const email = anAddress();
    const friend = await aUser({ email });
    const { buyer, order } = await aGift({ to: { ...to, email } });
    await erase(friend);
    const kept = await keptOf(order.id);
    expect([email, to.name, to.message].filter((words) => kept.includes(words))).toEqual([]);
    const letters = await kindsTo(email);
    useClock('2030-05-31T19:00:00Z');
    await run(watchGifts);
    await run(sendGifts);
    expect(await kindsTo(email)).toEqual(letters);
    const [given] = (await call(giftsContract.listMyGifts, { as: buyer })).items;
    expect(given).toMatchObject({ state: 'waiting', can: { change: true, send: false } });
    const params = { id: given?.id ?? '' };
    expect(await refusal(giftsContract.sendGift, { as: buyer, params })).toMatchObject({
      code: 'GIFT_STATE',
    });
    const other = anAddress();
    const body = { email: other, name: 'Mia' };
    await call(giftsContract.changeGift, { as: buyer, params, body });
    await runKeptJobs();
    const token = linkIn(await lastMailTo(other), '/gift/');
    expect(await accept(await aViewer(), token)).toMatchObject({ product: expect.any(String) });
  });

  it('gives the money back when they left while it was paid', async () => {
    const email = anAddress();
    const friend = await aUser({ email });
    const buyer = await aViewer();
    const item = giftItem(await aProduct(), { to: { ...to, email } });
    const { id } = await call(ordersContract.startOrder, { as: buyer, body: cartForm([item]) });
    await erase(friend);
    expect((await payWith(buyer, id)).state).toBe('failed');
    await runKeptJobs();
    const refunds = await db()
      .selectFrom('refunds')
      .select(['amount', 'state'])
      .where('order_id', '=', id)
      .execute();
    expect(refunds).toEqual([{ amount: 1210, state: 'done' }]);
  });
});
