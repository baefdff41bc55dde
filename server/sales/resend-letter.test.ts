import { beforeEach, describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aCartOrder, anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';
import { acknowledge } from './acknowledge-orders.ts';
import { findLetterOrder } from './letters.queries.ts';
import { stillHeld } from './still-held.ts';

const lettersTo = ({ email }: Someone) =>
  db()
    .selectFrom('mails')
    .select(['kind', 'subject', 'body_text', 'attachments'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();

/** A sale whose buyer was written to. */
async function aSale() {
  const made = await aPaidOrder();
  await acknowledge([made.order.id]);
  return { ...made, params: { id: made.order.id } };
}

beforeEach(() => useClock('2026-11-27T10:00:00Z'));

describe('the letter of a sale', () => {
  it('is sent once more, whole, by whoever sold it or an administrator', async () => {
    const { buyer, product, params } = await aSale();
    for (const as of [product.owner, await anAdmin()]) {
      const { sentTo } = await call(ordersContract.resendLetter, { as, params });
      expect(sentTo).toBe(buyer.email);
      // Not again at once, whoever asks.
      const again = await refusal(ordersContract.resendLetter, { as, params });
      expect(again).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
      useClock(now().add({ minutes: 10 }));
    }
    const letters = await lettersTo(buyer);
    expect(letters).toHaveLength(3);
    expect(letters[0]).toMatchObject({ kind: 'order-paid' });
    expect(letters[1]).toEqual(letters[0]);
    expect(letters[2]).toEqual(letters[0]);
    const { items } = await call(salesContract.listSales, { as: product.owner });
    expect(items.map(({ can }) => can.resend)).toEqual([true]);
  });

  it('names what is still valid after a part went back, with every paper', async () => {
    const channel = await aChannel();
    const titles = ['Kept', 'Given back'];
    const products = await Promise.all(titles.map((title) => aProduct({ channel, title })));
    const { order, buyer } = await aCartOrder(products);
    const { lines } = await pay(buyer, order);
    await acknowledge([order.id]);
    const params = { id: order.id };
    const back = lines.filter(({ title }) => title === 'Given back').map(({ id }) => id);
    const body = { lines: back, reason: 'One was enough' };
    await call(refundsContract.refundOrder, { as: channel.owner, params, body });
    const { items } = await call(salesContract.listSales, { as: channel.owner });
    const resendable = items.filter(({ can }) => can.resend).map(({ product }) => product.title);
    expect(resendable).toEqual(['Kept']);
    await call(ordersContract.resendLetter, { as: channel.owner, params });
    const paid = (await lettersTo(buyer)).filter(({ kind }) => kind === 'order-paid');
    expect(paid).toHaveLength(2);
    expect(paid[0]?.body_text).toContain('Given back');
    expect(paid[1]?.body_text).toContain('Kept');
    expect(paid[1]?.body_text).not.toContain('Given back');
    expect(paid[1]?.body_text).toContain('12.10');
    expect(paid[1]?.body_text).not.toContain('24.20');
    // The invoice and the one that rectifies it come to what the letter says.
    expect(paid.map(({ attachments }) => (attachments as unknown[]).length)).toEqual([2, 3]);
    const calendar = await findLetterOrder(db(), order.id);
    expect(calendar && stillHeld(calendar).shows.map(({ title }) => title)).toEqual(['Kept']);
  });

  it('is nobody else’s to send, and there is none of what was not paid, or has gone back', async () => {
    const { buyer, product, params } = await aSale();
    const ask = (as: Someone, of = params) =>
      refusal(ordersContract.resendLetter, { as, params: of });
    expect(await ask(buyer)).toMatchObject({ status: 403 });
    expect(await ask(await anOrganizer())).toMatchObject({ status: 404 });
    const { order, product: other } = await anOrder();
    expect(await ask(other.owner, { id: order.id })).toEqual({ status: 409, code: 'ORDER_STATE' });
    const gone = await aSale();
    const erase = { params: { id: gone.buyer.id }, body: { move: 'delete' as const } };
    await call(usersContract.moveUser, { as: await anAdmin(), ...erase });
    const of = await ask(gone.product.owner, gone.params);
    expect(of).toEqual({ status: 409, code: 'ORDER_STATE' });
    const sold = await call(salesContract.listSales, { as: gone.product.owner });
    expect(sold.items.map(({ can }) => can.resend)).toEqual([false]);
    const body = { reason: 'It fell through' };
    await call(refundsContract.refundOrder, { as: product.owner, params, body });
    expect(await ask(product.owner)).toEqual({ status: 409, code: 'ORDER_STATE' });
    expect((await lettersTo(buyer)).filter(({ kind }) => kind === 'order-paid')).toHaveLength(1);
  });
});
