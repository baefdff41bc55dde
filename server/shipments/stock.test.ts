import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { type ShippingForm, type Stock, shippingContract } from '#contract/shipping.ts';
import { type Db, db, inTransaction, sql } from '#server/platform/database/index.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aThing, heldOf, someShipping } from '#test/factories/shipments.ts';
import { meeting } from '#test/meeting.ts';
import { call, refusal, send } from '#test/story.ts';
import { freeStock, holdStock } from './stock.store.ts';

/** How many of so many at once get what they want, and with what the others are refused. */
async function rush(buyers: number, hold: (tx: Db) => Promise<void>) {
  const results = await Promise.allSettled(
    Array.from({ length: buyers }, () => inTransaction(hold)),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  const codes = refused.map(({ reason }) => (reason instanceof Refusal ? reason.code : 'fault'));
  return { served: buyers - refused.length, codes: [...new Set(codes)] };
}

describe('the stock of a thing', () => {
  it('serves one of a hundred who want the last one', async () => {
    const { id: productId } = await aThing({ stock: 1 });
    const one = { productId, quantity: 1 };
    expect(await rush(100, (tx) => holdStock(tx, one))).toEqual({ served: 1, codes: ['SOLD_OUT'] });
    expect(await heldOf({ id: productId })).toBe(1);
  });

  it('gives nobody three of two, and then two to one of many', async () => {
    const { id: productId } = await aThing({ stock: 2 });
    const hold = (quantity: number) => (tx: Db) => holdStock(tx, { productId, quantity });
    expect(await rush(20, hold(3))).toEqual({ served: 0, codes: ['SOLD_OUT'] });
    expect(await heldOf({ id: productId })).toBe(0);
    expect(await rush(20, hold(2))).toEqual({ served: 1, codes: ['SOLD_OUT'] });
    expect(await heldOf({ id: productId })).toBe(2);
  });

  it('is never oversold by those who want one, two or three at once', async () => {
    const { id: productId } = await aThing({ stock: 10 });
    let turn = 0;
    const mixed = await rush(60, (tx) => {
      turn += 1;
      return holdStock(tx, { productId, quantity: 1 + (turn % 3) });
    });
    expect(mixed.codes).toEqual(['SOLD_OUT']);
    expect(await heldOf({ id: productId })).toBe(10);
  });

  it('would be oversold by a look before the leap: the control of this test', async () => {
    const { id: productId } = await aThing({ stock: 1 });
    const looked = meeting(5);
    const lookAndLeap = async (tx: Db) => {
      const row = await tx
        .selectFrom('product_stocks')
        .select(['capacity', 'held'])
        .where('product_id', '=', productId)
        .executeTakeFirstOrThrow();
      await looked();
      if (row.held >= (row.capacity ?? 0)) refuse('SOLD_OUT');
      await tx
        .updateTable('product_stocks')
        .set({ held: row.held + 1 })
        .where('product_id', '=', productId)
        .execute();
    };
    expect((await rush(100, lookAndLeap)).served).toBeGreaterThan(1);
  });

  it('comes back when it is freed, and never more than was held', async () => {
    const { id: productId } = await aThing({ stock: 2 });
    await inTransaction((tx) => holdStock(tx, { productId, quantity: 2 }));
    await inTransaction((tx) => freeStock(tx, { productId, quantity: 1 }));
    expect(await heldOf({ id: productId })).toBe(1);
    await inTransaction((tx) => freeStock(tx, { productId, quantity: 5 }));
    expect(await heldOf({ id: productId })).toBe(0);
  });

  it('stays free when the transaction that held it fails', async () => {
    const { id: productId } = await aThing({ stock: 1 });
    const failing = inTransaction(async (tx) => {
      await holdStock(tx, { productId, quantity: 1 });
      refuse('ORDER_STATE');
    });
    await expect(failing).rejects.toMatchObject({ code: 'ORDER_STATE' });
    expect(await heldOf({ id: productId })).toBe(0);
  });

  it('is nothing while nobody has said how many there are', async () => {
    const { id: productId } = await aProduct({ type: 'physical', sessions: [] });
    expect(await rush(1, (tx) => holdStock(tx, { productId, quantity: 1 }))).toEqual({
      served: 0,
      codes: ['SOLD_OUT'],
    });
  });

  it('counts what is in orders also while it has no end', async () => {
    const { id: productId } = await aThing({ stock: null });
    expect((await rush(20, (tx) => holdStock(tx, { productId, quantity: 10 }))).served).toBe(20);
    expect(await heldOf({ id: productId })).toBe(200);
  });
});

describe('how many are left', () => {
  const say = (
    thing: Awaited<ReturnType<typeof aThing>>,
    free: number | null,
    seen: number | null,
    held = 0,
  ) =>
    call(shippingContract.saveStock, {
      as: thing.owner,
      params: { slug: thing.slug },
      body: { free, seen, held },
    });
  const sell = ({ id: productId }: { id: string }, quantity: number) =>
    inTransaction((tx) => holdStock(tx, { productId, quantity }));

  it('is said by the organizer, first and again', async () => {
    const thing = await aProduct({ type: 'physical', sessions: [] });
    const params = { slug: thing.slug };
    expect(await call(shippingContract.getStock, { as: thing.owner, params })).toEqual({
      ...{ said: false, free: null, held: 0 },
    });
    expect(await say(thing, 0, null)).toEqual({ said: true, free: 0, held: 0 });
    expect(await say(thing, 12, 0)).toEqual({ said: true, free: 12, held: 0 });
    expect(await say(thing, null, 12)).toEqual({ said: true, free: null, held: 0 });
    await sell(thing, 3);
    expect(await say(thing, 7, null, 3)).toEqual({ said: true, free: 7, held: 3 } satisfies Stock);
  });

  it('makes the product newer: an answer from before is known as the older one', async () => {
    const thing = await aProduct({ type: 'physical', sessions: [], status: 'draft' });
    const see = () =>
      call(catalogContract.getOwnProduct, { as: thing.owner, params: { slug: thing.slug } });
    const before = await see();
    await say(thing, 3, null);
    const after = await see();
    expect(before.missing).toContain('stock');
    expect(after.missing).not.toContain('stock');
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it('is not enough to publish while nobody could receive it', async () => {
    const thing = await aThing({ status: 'draft', shipping: null });
    const { owner: as, slug } = thing;
    const params = { slug };
    const see = () => call(catalogContract.getOwnProduct, { as, params });
    const publish = { as, params };
    expect(await see()).toMatchObject({ missing: ['shipping'], can: { publish: false } });
    expect(await refusal(catalogContract.publishProduct, publish)).toEqual({
      ...{ status: 422, code: 'PRODUCT_INCOMPLETE', fields: { shipping: 'required' } },
    });
    const ship = (form: Partial<ShippingForm>) =>
      call(shippingContract.saveChannelShipping, {
        as,
        params: { slug: thing.channel.slug },
        body: { ...someShipping, zones: [], pickup: '', ...form },
      });
    const nowhere: ShippingForm['zones'] = someShipping.zones.map((zone) => ({
      ...zone,
      sends: false,
    }));
    const inDollars = { zones: someShipping.zones, currency: 'USD' } as const;
    for (const form of [{}, { zones: nowhere }, inDollars]) {
      await ship(form);
      expect((await see()).missing).toEqual(['shipping']);
    }
    await ship({ pickup: 'Calle Mayor 1' });
    expect((await see()).missing).toEqual([]);
    await ship({ zones: someShipping.zones });
    expect(await call(catalogContract.publishProduct, publish)).toMatchObject({
      status: 'published',
    });
  });

  it('counts from what the screen showed: what was sold meanwhile stays sold', async () => {
    const thing = await aThing({ stock: 10 });
    await sell(thing, 4);
    expect(await say(thing, 30, 10)).toEqual({ said: true, free: 26, held: 4 });
  });

  it('is refused when more were sold than would be left, or when others count otherwise now', async () => {
    const thing = await aThing({ stock: 10 });
    await sell(thing, 8);
    const params = { slug: thing.slug };
    const ask = async (body: { free: number | null; seen: number | null; held: number }) =>
      (await send(shippingContract.saveStock, { as: thing.owner, params, body })).json().code;
    expect(await ask({ free: 5, seen: 10, held: 0 })).toBe('STOCK_CHANGED');
    expect(await ask({ free: 5, seen: null, held: 0 })).toBe('STOCK_CHANGED');
    expect(await heldOf(thing)).toBe(8);
  });

  it('is added once: sent again it is refused, and so is what two correct at once', async () => {
    const thing = await aThing({ stock: 5 });
    await sell(thing, 2);
    const { owner: as, slug } = thing;
    const body = { free: 10, seen: 3, held: 2 };
    expect(await say(thing, 10, 3, 2)).toEqual({ said: true, free: 10, held: 2 });
    for (const again of [body, { ...body, free: 12 }]) {
      const answer = await send(shippingContract.saveStock, { as, params: { slug }, body: again });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'STOCK_CHANGED']);
    }
    // Of what the answer showed it counts on.
    expect(await say(thing, 8, 10, 2)).toEqual({ said: true, free: 8, held: 2 });
    const { free } = await call(shippingContract.getStock, { as, params: { slug } });
    expect(free).toBe(8);
  });

  it('is the same after a sale and its return', async () => {
    const thing = await aThing({ stock: 5 });
    await sell(thing, 4);
    await inTransaction((tx) => freeStock(tx, { productId: thing.id, quantity: 1 }));
    expect(await say(thing, 6, 5)).toEqual({ said: true, free: 3, held: 3 });
  });

  it.each([
    ['below none', { free: -1, seen: 0, held: 0 }],
    ['a part of one', { free: 1.5, seen: 0, held: 0 }],
    ['more than a warehouse has', { free: 1_000_001, seen: 0, held: 0 }],
    ['words', { free: 'many', seen: 0, held: 0 }],
    ['without what was seen', { free: 3, held: 0 }],
    ['without what was in orders', { free: 3, seen: 0 }],
  ])('cannot be %s', async (_, body) => {
    const { owner: as, slug } = await aThing();
    const answer = await send(shippingContract.saveStock, {
      ...{ as, params: { slug }, body: body as { free: number; seen: number; held: number } },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'VALIDATION']);
  });

  it('is the business of its organizer and of administrators', async () => {
    const thing = await aThing();
    const params = { slug: thing.slug };
    const body = { free: 1, seen: 5, held: 0 };
    const ask = async (as: Parameters<typeof send>[1]['as']) =>
      (await send(shippingContract.saveStock, { ...(as ? { as } : {}), params, body })).statusCode;
    expect(await ask(undefined)).toBe(401);
    expect(await ask(await aViewer())).toBe(403);
    expect(await ask(await anOrganizer())).toBe(404);
    expect(await ask(await anAdmin())).toBe(200);
  });

  it('is unknown of what is watched', async () => {
    const { owner: as, slug } = await aProduct();
    const answer = await send(shippingContract.getStock, { as, params: { slug } });
    expect(answer.statusCode).toBe(404);
  });

  it('is never more than there is, whoever writes it', async () => {
    const { id } = await aThing({ stock: 1 });
    const over = sql`update product_stocks set held = 2 where product_id = ${id}`.execute(db());
    await expect(over).rejects.toMatchObject({ code: '23514' });
  });
});
