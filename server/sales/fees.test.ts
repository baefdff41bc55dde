import { describe, expect, it } from 'vitest';
import { paymentsContract } from '#contract/payments.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { aProduct, type ProductGiven } from '#test/factories/catalog.ts';
import { anOrder, pay } from '#test/factories/sales.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call } from '#test/story.ts';

describe('the fee of a sale', () => {
  it.each<[string, ProductGiven, number]>([
    ['of an hour and a half', { sessions: [{ minutes: 90 }] }, 154],
    ['of two hours and a half', { sessions: [{ minutes: 150 }] }, 199],
    ['of three hours', { sessions: [{ minutes: 180 }] }, 244],
    ['that is private, of two hours', { status: 'private', sessions: [{ minutes: 120 }] }, 195],
    ['that is private, of four hours', { status: 'private', sessions: [{ minutes: 240 }] }, 253],
  ])('for a show %s is frozen and booked', async (_, given, fee) => {
    const product = await aProduct(given);
    const opens = given.status === 'private';
    const code = opens ? await aCode(product, { net: 1000, tax: 210 }) : null;
    const { order, buyer } = await anOrder({ product, form: { code } });
    await pay(buyer, order);
    const entries = await db()
      .selectFrom('ledger_entries')
      .select('amount')
      .where('order_id', '=', order.id)
      .where('account', '=', 'platform_fee')
      .execute();
    expect(entries).toEqual([{ amount: -fee }]);
    const { differences } = await call(paymentsContract.checkLedger, { as: await anAdmin() });
    expect(differences).toEqual([]);
  });

  it('for a private show that a code gives away is nothing', async () => {
    const product = await aProduct({ status: 'private' });
    const code = await aCode(product, { net: 0, tax: 0 });
    const { order } = await anOrder({ product, form: { code, expectedTotal: 0 } });
    const { fee } = await db()
      .selectFrom('orders')
      .select('fee')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(fee).toBe(0);
  });
});
