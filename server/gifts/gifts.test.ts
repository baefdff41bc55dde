import { afterEach, describe, expect, it } from 'vitest';
import { giftsContract } from '#contract/gifts.ts';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, type JobKind, runKeptJobs } from '#server/platform/jobs.ts';
import { newToken } from '#server/platform/secrets.ts';
import { aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aGift, anAddress, giftItem } from '#test/factories/giving.ts';
import { lastMailTo, linkIn, mailsTo } from '#test/factories/mails.ts';
import { aFilm, openPlayer } from '#test/factories/playouts.ts';
import { cartForm, pay } from '#test/factories/sales.ts';
import { aSubscriber } from '#test/factories/subscriptions.ts';
import { aCode, aTicket } from '#test/factories/tickets.ts';
import { call, refusal, send } from '#test/story.ts';
import { sendGifts } from './send-gifts.ts';
import { watchGifts } from './watch-gifts.ts';

afterEach(() => useClock(null));

const run = async (job: JobKind<object>) => {
  await enqueueNow(job, {});
  await runKeptJobs();
};
const look = (token: string, as?: Someone) =>
  call(giftsContract.getGift, { params: { token }, ...(as ? { as } : {}) });
const accept = (as: Someone, token: string) =>
  call(giftsContract.acceptGift, { as, params: { token } });
const mineOf = async (as: Someone, { slug }: SomeProduct) =>
  (await call(salesContract.getMine, { as, params: { slug } })).ticket;
const givenBy = async (as: Someone) => (await call(giftsContract.listMyGifts, { as })).items;
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
const order = (as: Someone, items: ReturnType<typeof giftItem>[]) =>
  call(ordersContract.startOrder, { as, body: cartForm(items) });
const seatsOf = async ({ id }: SomeProduct) =>
  (
    await db()
      .selectFrom('product_sessions')
      .select('seats_held')
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow()
  ).seats_held;

describe('a gift', () => {
  it('is paid by one and taken by another, who never reads the address of the first', async () => {
    const product = await aProduct({ sessions: [{ capacity: 3 }] });
    const {
      buyer,
      token,
      email,
      order: paid,
    } = await aGift({
      product,
      to: { message: 'For the long winter.\nYours' },
    });
    expect(paid).toMatchObject({ state: 'paid', invoices: [{ total: 1210 }] });
    expect(await seatsOf(product)).toBe(1);
    expect(await mineOf(buyer, product)).toBeNull();
    const letter = await lastMailTo(email);
    expect(letter.kind).toBe('gift-arrived');
    expect(letter.html + letter.body_text).not.toContain(buyer.email);
    const { body } = await send(giftsContract.getGift, { params: { token } });
    expect(body).not.toContain(buyer.email);
    expect(JSON.parse(body)).toMatchObject({
      state: 'waiting',
      from: 'Ana Prats',
      name: 'Leo',
      message: 'For the long winter.\nYours',
      owned: false,
      can: { accept: true },
    });
    const friend = await aUser({ email });
    expect(await accept(friend, token)).toEqual({ product: product.slug });
    expect(await mineOf(friend, product)).toMatchObject({ source: 'gift', orderId: null });
    expect(await givenBy(buyer)).toMatchObject([
      { state: 'accepted', email, can: { change: false } },
    ]);
    expect(await kindsTo(buyer.email)).toContain('gift-accepted');
    expect(await seatsOf(product)).toBe(1);
  });

  it('says nothing of words and people once it is taken, and is theirs when they press twice', async () => {
    const { token, product } = await aGift({ to: { message: 'Secret' } });
    const friend = await aViewer();
    await accept(friend, token);
    expect(await accept(friend, token)).toEqual({ product: product.slug });
    expect(await look(token)).toMatchObject({ state: 'accepted', from: '', name: '', message: '' });
  });

  it('may be given by who has a ticket, several times in one order, each with a code of its own', async () => {
    const product = await aProduct();
    const buyer = await aViewer();
    await aTicket({ userId: buyer.id, productId: product.id });
    const code = await aCode(product);
    const items = [giftItem(product, { code, expectedTotal: 605 }), giftItem(product)];
    const started = await order(buyer, items);
    expect(started.total).toBe(605 + 1210);
    await pay(buyer, started);
    expect(await givenBy(buyer)).toHaveLength(2);
  });

  it('leaves when its giver wants it to', async () => {
    useClock('2030-05-01T10:00:00Z');
    const { email, buyer } = await aGift({ to: { sendAt: '2030-05-20T07:00:00Z' } });
    expect(await kindsTo(email)).toEqual([]);
    expect(await givenBy(buyer)).toMatchObject([
      { sentAt: null, sendAt: '2030-05-20T07:00:00.000Z' },
    ]);
    useClock('2030-05-20T07:00:00Z');
    await run(sendGifts);
    await run(sendGifts);
    expect(await kindsTo(email)).toEqual(['gift-arrived']);
  });

  it('goes to another address when the first was wrong: its first link is dead', async () => {
    const { buyer, token } = await aGift();
    const [given] = await givenBy(buyer);
    const email = anAddress();
    const params = { id: given?.id ?? '' };
    const changed = await call(giftsContract.changeGift, {
      as: buyer,
      params,
      body: { email: email.toUpperCase(), name: 'Mia' },
    });
    expect(changed).toMatchObject({ email, name: 'Mia', state: 'waiting' });
    await runKeptJobs();
    expect(await refusal(giftsContract.getGift, { params: { token } })).toMatchObject({
      status: 404,
    });
    const other = linkIn(await lastMailTo(email), '/gift/');
    expect(await look(other)).toMatchObject({ name: 'Mia' });
    await call(giftsContract.sendGift, { as: buyer, params });
    await runKeptJobs();
    expect(linkIn(await lastMailTo(email), '/gift/')).toBe(other);
    expect(await kindsTo(email)).toEqual(['gift-arrived', 'gift-arrived']);
  });

  it('is not lost to who has a ticket: it stays open, and its giver hears of it once', async () => {
    const { buyer, token, product } = await aGift();
    const owner = await aViewer();
    await aTicket({ userId: owner.id, productId: product.id });
    expect(await look(token, owner)).toMatchObject({ owned: true, can: { accept: false } });
    for (const _ of [1, 2]) {
      expect(
        await refusal(giftsContract.acceptGift, { as: owner, params: { token } }),
      ).toMatchObject({ code: 'ALREADY_OWNED' });
    }
    expect((await kindsTo(buyer.email)).filter((kind) => kind === 'gift-owned')).toHaveLength(1);
    const other = await aViewer();
    await accept(other, token);
    expect(await mineOf(other, product)).toMatchObject({ source: 'gift' });
  });

  it('reminds before its end, warns who gave it, and ends unaccepted with nothing back', async () => {
    useClock('2030-05-01T10:00:00Z');
    const { buyer, token, email } = await aGift();
    const [{ expiresAt } = { expiresAt: '' }] = await givenBy(buyer);
    const at = async (days: number) => {
      useClock(new Date(Date.parse(expiresAt) - days * 86_400_000).toISOString());
      await run(watchGifts);
      await run(watchGifts);
    };
    await at(8);
    expect(await kindsTo(email)).toEqual(['gift-arrived']);
    await at(7);
    expect(await kindsTo(email)).toEqual(['gift-arrived', 'gift-reminder']);
    expect(linkIn(await lastMailTo(email), '/gift/')).toBe(token);
    await at(3);
    expect((await kindsTo(buyer.email)).at(-1)).toBe('gift-unaccepted');
    await at(1);
    expect((await kindsTo(email)).filter((kind) => kind === 'gift-reminder')).toHaveLength(2);
    await at(0);
    expect(await givenBy(buyer)).toMatchObject([{ state: 'expired' }]);
    expect(
      await refusal(giftsContract.acceptGift, { as: await aViewer(), params: { token } }),
    ).toMatchObject({ code: 'GIFT_EXPIRED' });
    const orders = await call(ordersContract.listMyOrders, { as: buyer });
    expect(orders.items).toMatchObject([{ state: 'paid', refunded: 0 }]);
  });

  it('of what has no showing waits for a year, and is over at that instant, job or none', async () => {
    useClock('2030-01-01T00:00:00Z');
    const product = await aProduct({ type: 'vod', sessions: [] });
    const asset_id = await aFilm(product.owner);
    await db().updateTable('products').set({ asset_id }).where('id', '=', product.id).execute();
    const { token } = await aGift({ product });
    expect((await look(token)).expiresAt).toBe('2031-01-01T00:00:00.000Z');
    useClock('2031-01-01T00:00:00Z');
    expect(await look(token)).toMatchObject({ state: 'expired', can: { accept: false } });
  });

  it('of a show that is over and recorded is written of and taken', async () => {
    const product = await aProduct({ sessions: [{ capacity: 5 }] });
    await db()
      .insertInto('broadcasts')
      .values({ product_id: product.id, state: 'ended', recording_ready: true })
      .execute();
    useClock('2030-07-01T10:00:00Z');
    const { token, email, buyer } = await aGift({ product });
    expect(await kindsTo(email)).toEqual(['gift-arrived']);
    expect((await look(token)).expiresAt).toBe('2031-07-01T10:00:00.000Z');
    await run(watchGifts);
    expect(await givenBy(buyer)).toMatchObject([{ state: 'waiting' }]);
    const friend = await aViewer();
    await accept(friend, token);
    expect(await mineOf(friend, product)).toMatchObject({ source: 'gift' });
  });

  it('ends with its product, and is written of before that', async () => {
    useClock('2030-03-01T10:00:00Z');
    const product = await aProduct({
      type: 'vod',
      sessions: [],
      expiresAt: '2030-03-31T22:00:00Z',
    });
    const asset_id = await aFilm(product.owner);
    await db().updateTable('products').set({ asset_id }).where('id', '=', product.id).execute();
    const to = { sendAt: '2030-04-02T10:00:00Z' };
    const body = cartForm([giftItem(product, { to })]);
    const as = await aViewer();
    expect(await refusal(ordersContract.startOrder, { as, body })).toMatchObject({
      fields: { 'items.0.to.sendAt': 'after_end' },
    });
    const { token } = await aGift({ product });
    expect((await look(token)).expiresAt).toBe('2030-03-31T22:00:00.000Z');
    useClock('2030-03-31T22:00:00Z');
    expect(await look(token)).toMatchObject({ state: 'expired' });
  });

  it('is taken by who subscribes, in place of what the subscription opened', async () => {
    for (const hasEntered of [false, true]) {
      const { channel, viewer } = await aSubscriber();
      const product = await aProduct({ channel, type: 'vod', sessions: [] });
      const asset_id = await aFilm(product.owner);
      await db().updateTable('products').set({ asset_id }).where('id', '=', product.id).execute();
      const { token } = await aGift({ product });
      if (hasEntered) await openPlayer(product, viewer);
      expect(await mineOf(viewer, product)).toMatchObject({ source: 'subscription' });
      expect(await look(token, viewer)).toMatchObject({ owned: false, can: { accept: true } });
      await accept(viewer, token);
      expect(await mineOf(viewer, product)).toMatchObject({ source: 'gift' });
      await runKeptJobs();
      // They have lost nothing; of what was never entered there was no ticket that could end.
      const bells = await db()
        .selectFrom('notifications')
        .select('type')
        .where('user_id', '=', viewer.id);
      expect((await bells.execute()).map(({ type }) => type)).not.toContain('ticket_ended');
      const ended = await db()
        .selectFrom('tickets')
        .select('end_reason')
        .where('user_id', '=', viewer.id)
        .where('ended_at', 'is not', null)
        .execute();
      expect(ended).toEqual(hasEntered ? [{ end_reason: 'replaced' }] : []);
    }
  });

  it('is not asked back by who gave it once it is taken; whoever sold it is told, and may', async () => {
    const { order: paid, product, token, buyer } = await aGift();
    const params = { id: paid.id };
    const asked = { as: buyer, params, body: { reason: 'I changed my mind' } };
    const canAsk = async () =>
      (await call(ordersContract.getOrder, { as: buyer, params })).can.askRefund;
    const preview = async () =>
      call(refundsContract.previewRefund, {
        ...{ as: product.owner, params },
        query: { reasonCode: 'complaint' },
      });
    expect([await canAsk(), (await preview()).endsGifts]).toEqual([true, 0]);
    await accept(await aViewer(), token);
    expect([await canAsk(), (await preview()).endsGifts]).toEqual([false, 1]);
    expect(await refusal(refundsContract.askForRefund, asked)).toEqual({
      ...{ status: 409, code: 'REFUND_GIFT_TAKEN' },
    });
    const sales = await call(salesContract.listSales, { as: product.owner });
    expect(sales.items.map(({ can }) => can.refund)).toEqual([true]);
  });

  it('ends with its money: an open link is dead, a ticket that came of it ends', async () => {
    for (const isTaken of [false, true]) {
      const {
        order: paid,
        product,
        token,
        buyer,
      } = await aGift({
        product: await aProduct({ sessions: [{ capacity: 1 }] }),
      });
      const friend = await aViewer();
      if (isTaken) await accept(friend, token);
      await call(refundsContract.refundOrder, {
        as: product.owner,
        params: { id: paid.id },
        body: { reason: 'asked for' },
      });
      expect(await look(token)).toMatchObject({ state: 'ended' });
      expect(await mineOf(friend, product)).toBeNull();
      expect(await givenBy(buyer)).toMatchObject([{ state: 'ended' }]);
      expect(await seatsOf(product)).toBe(0);
      expect(
        await refusal(giftsContract.acceptGift, { as: friend, params: { token } }),
      ).toMatchObject({ code: 'GIFT_STATE' });
    }
  });
});

describe('refused is', () => {
  const refused = async (as: Someone, items: ReturnType<typeof giftItem>[]) =>
    refusal(ordersContract.startOrder, { as, body: cartForm(items) });

  it('a gift to oneself, however it is written', async () => {
    const product = await aProduct();
    const as = await aViewer();
    const item = giftItem(product, { to: { email: as.email.toUpperCase() } });
    expect(await refused(as, [item])).toMatchObject({
      code: 'VALIDATION',
      fields: { 'items.0.to.email': 'invalid' },
    });
    const { buyer } = await aGift();
    const [given] = await givenBy(buyer);
    expect(
      await refusal(giftsContract.changeGift, {
        as: buyer,
        params: { id: given?.id ?? '' },
        body: { email: buyer.email, name: 'Me' },
      }),
    ).toMatchObject({ code: 'VALIDATION' });
  });

  it('two for one address, and one code for two', async () => {
    const product = await aProduct();
    const as = await aViewer();
    const to = { email: anAddress() };
    const twice = [giftItem(product, { to }), giftItem(product, { to })];
    expect(await refused(as, twice)).toMatchObject({
      code: 'VALIDATION',
      fields: { 'items.1': 'invalid' },
    });
    const code = await aCode(product);
    const cheap = { code, expectedTotal: 605 };
    expect(await refused(as, [giftItem(product, cheap), giftItem(product, cheap)])).toMatchObject({
      code: 'COUPON_USED',
    });
  });

  it.each([
    ['what is free', { plan: 'free' }, 0],
    ['what is sold as a parcel', { type: 'physical' }, 1210],
  ] as const)('%s', async (_, given, expectedTotal) => {
    const product = await aProduct(given as Parameters<typeof aProduct>[0]);
    const item = giftItem(product, { expectedTotal });
    expect(await refused(await aViewer(), [item])).toMatchObject({ code: 'PRODUCT_NOT_FOR_SALE' });
  });

  it('what is private: it does not exist, and with a code it is for who has that', async () => {
    const product = await aProduct({ status: 'private' });
    const as = await aViewer();
    expect(await refused(as, [giftItem(product)])).toMatchObject({ status: 404 });
    const code = await aCode(product);
    const item = giftItem(product, { code, expectedTotal: 605 });
    expect(await refused(as, [item])).toMatchObject({ code: 'PRODUCT_NOT_FOR_SALE' });
  });

  it('what a code makes free', async () => {
    const product = await aProduct();
    const code = await aCode(product, { net: 0, tax: 0 });
    const params = { slug: product.slug };
    const can = async (query: object) =>
      (await call(salesContract.getCheckout, { as: await aViewer(), params, query })).can.gift;
    expect([await can({}), await can({ code })]).toEqual([true, false]);
    const item = giftItem(product, { code, expectedTotal: 0 });
    expect(await refused(await aViewer(), [item])).toMatchObject({ code: 'PRODUCT_NOT_FOR_SALE' });
  });

  it('a letter of yesterday, and one when the show has begun', async () => {
    const product = await aProduct();
    const as = await aViewer();
    const yesterday = now().subtract({ hours: 24 }).toString({ smallestUnit: 'second' });
    expect(await refused(as, [giftItem(product, { to: { sendAt: yesterday } })])).toMatchObject({
      fields: { 'items.0.to.sendAt': 'time_past' },
    });
    const sendAt = product.sessions[0]?.startsAt ?? '';
    expect(await refused(as, [giftItem(product, { to: { sendAt } })])).toMatchObject({
      fields: { 'items.0.to.sendAt': 'after_end' },
    });
  });

  it('another price than that of the day', async () => {
    const item = giftItem(await aProduct(), { expectedTotal: 1209 });
    expect(await refused(await aViewer(), [item])).toMatchObject({ code: 'PRICE_CHANGED' });
  });

  it.each([
    ['without a name', { name: ' ' }],
    ['to no address', { email: 'leo' }],
    ['with more words than five hundred letters', { message: 'x'.repeat(501) }],
  ])('a gift %s', async (_, to) => {
    const item = giftItem(await aProduct(), { to });
    expect(await refused(await aViewer(), [item])).toMatchObject({ code: 'VALIDATION' });
  });

  it('a link that nobody made, one that was taken, and whoever is not logged in', async () => {
    const params = { token: newToken() };
    expect(await refusal(giftsContract.getGift, { params })).toMatchObject({ status: 404 });
    const as = await aViewer();
    expect(await refusal(giftsContract.acceptGift, { as, params })).toMatchObject({ status: 404 });
    const { token } = await aGift();
    expect(await refusal(giftsContract.acceptGift, { params: { token } })).toMatchObject({
      code: 'NOT_LOGGED_IN',
    });
    await accept(as, token);
    expect(
      await refusal(giftsContract.acceptGift, { as: await aViewer(), params: { token } }),
    ).toMatchObject({ code: 'GIFT_STATE' });
  });

  it('a gift of somebody else, one that was taken, and letters without end', async () => {
    const { buyer, token } = await aGift();
    const [given] = await givenBy(buyer);
    const params = { id: given?.id ?? '' };
    const body = { email: anAddress(), name: 'Mia' };
    const stranger = await aViewer();
    expect(await refusal(giftsContract.changeGift, { as: stranger, params, body })).toMatchObject({
      status: 404,
    });
    expect(await refusal(giftsContract.sendGift, { as: stranger, params })).toMatchObject({
      status: 404,
    });
    for (let sent = 1; sent < 10; sent += 1) {
      await call(giftsContract.sendGift, { as: buyer, params });
      await run(sendGifts);
    }
    expect(await refusal(giftsContract.sendGift, { as: buyer, params })).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await accept(stranger, token);
    expect(await refusal(giftsContract.changeGift, { as: buyer, params, body })).toMatchObject({
      code: 'GIFT_STATE',
    });
  });
});
