import { describe, expect, it } from 'vitest';
import { accountsContract } from '#contract/accounts.ts';
import { leadsContract } from '#contract/leads.ts';
import { ordersContract } from '#contract/orders.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction, sql } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { expireOrders } from '#server/sales/close-order.ts';
import { anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aBundle, aProduct, type ProductGiven, type SomeProduct } from '#test/factories/catalog.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { anOrder, bundleItem, cartForm, pay } from '#test/factories/sales.ts';
import { app, call, refusal } from '#test/story.ts';
import { writeUnfinished } from './write-unfinished.ts';

/** Orders begin at 11:45 and end at noon. */
const begun = '2027-01-21T11:45:00Z';
const noon = '2027-01-21T12:00:00Z';
const quarter = '2027-01-21T12:15:00Z';
const evening = '2027-01-21T18:00:00Z';
const nextDay = '2027-01-22T12:00:00Z';

const agree = (as: Someone, unfinishedLetters = true) =>
  call(accountsContract.saveMe, { as, body: { unfinishedLetters } });
const writeAt = async (at: string) => {
  useClock(at);
  await enqueueNow(writeUnfinished, {});
  await runKeptJobs();
};
const kindsTo = async ({ email }: Someone) =>
  (await mailsTo(email)).map(({ kind }) => kind).filter((kind) => kind.startsWith('lead-'));
const end = async (at = noon) => {
  useClock(at);
  await expireOrders();
};

/** Somebody who agreed, and left the checkout of a show at noon. */
async function aLeft(given: ProductGiven = {}, buyer?: Someone) {
  useClock(begun);
  const viewer = buyer ?? (await aViewer());
  await agree(viewer);
  const product = await aProduct({ sessions: [{ capacity: 5 }], ...given });
  const { order } = await anOrder({ product, buyer: viewer });
  await end();
  return { viewer, product, order };
}

const leadsOf = ({ id }: Someone) =>
  db().selectFrom('leads').select(['kind', 'state']).where('user_id', '=', id).execute();

describe('who leaves a checkout', () => {
  it('is found without reading the orders of all years', async () => {
    const plan = await inTransaction(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<Record<string, string>>`explain select o.id from orders o
        where o.state in ('expired', 'failed', 'cancelled')
          and o.closed_at > ${noon} and o.closed_at <= ${quarter}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('orders_ended');
  });

  it('is written to a quarter of an hour, six hours and a day later, once each', async () => {
    const { viewer, product } = await aLeft();
    await writeAt('2027-01-21T12:14:59Z');
    expect(await kindsTo(viewer)).toEqual([]);
    for (const at of [quarter, '2027-01-21T12:16:00Z', '2027-01-21T17:59:00Z']) await writeAt(at);
    expect(await kindsTo(viewer)).toEqual(['lead-unfinished-1']);
    for (const at of [evening, '2027-01-21T18:01:00Z', nextDay, '2027-01-22T12:01:00Z']) {
      await writeAt(at);
    }
    await writeAt('2027-01-23T12:00:00Z');
    expect(await kindsTo(viewer)).toEqual([
      'lead-unfinished-1',
      'lead-unfinished-2',
      'lead-unfinished-3',
    ]);
    const [mail] = await mailsTo(viewer.email);
    const { sessionId } = { sessionId: product.sessions[0]?.id };
    expect(mail?.body_text).toContain(`/products/${product.slug}/checkout?session=${sessionId}`);
    expect(await leadsOf(viewer)).toEqual([{ kind: 'unfinished', state: 'contacted' }]);
    const { items } = await call(leadsContract.listLeads, { as: product.owner, query: {} });
    expect(items.map(({ letters }) => letters.map(({ kind }) => kind))).toEqual([
      ['unfinished_1', 'unfinished_2', 'unfinished_3'],
    ]);
  });

  it.each([
    [
      'given up',
      async (as: Someone, id: string) => call(ordersContract.cancelOrder, { as, params: { id } }),
    ],
    ['declined', async (as: Someone, id: string) => pay(as, { id }, 'decline')],
  ])('also of an order that was %s', async (_, spoil) => {
    useClock(begun);
    const viewer = await aViewer();
    await agree(viewer);
    const { order } = await anOrder({ buyer: viewer });
    useClock('2027-01-21T11:59:59Z');
    await spoil(viewer, order.id);
    await end('2027-01-21T12:00:01Z');
    await writeAt('2027-01-21T12:16:00Z');
    expect(await kindsTo(viewer)).toEqual(['lead-unfinished-1']);
  });

  it('is written to only within the time of each letter when we were away', async () => {
    const { viewer } = await aLeft();
    await writeAt('2027-01-21T13:15:00Z');
    expect(await kindsTo(viewer)).toEqual([]);
    await writeAt('2027-01-21T20:59:00Z');
    expect(await kindsTo(viewer)).toEqual(['lead-unfinished-2']);
  });

  it('is written to in one series, whatever they leave of the same show', async () => {
    const { viewer, product } = await aLeft({ sessions: [{}, {}] });
    await writeAt(quarter);
    useClock('2027-01-21T13:00:00Z');
    const other = { sessionId: product.sessions[1]?.id ?? null };
    await anOrder({ product, buyer: viewer, form: other });
    await end('2027-01-21T13:15:00Z');
    await writeAt('2027-01-21T13:30:00Z');
    expect(await kindsTo(viewer)).toEqual(['lead-unfinished-1']);
    // The letters follow the last order, and lead back to what was chosen in it
    await writeAt('2027-01-21T19:15:00Z');
    const [, mail] = (await mailsTo(viewer.email)).filter(({ kind }) => kind.startsWith('lead-'));
    expect(mail?.body_text).toContain(`session=${other.sessionId}`);
    expect(await leadsOf(viewer)).toHaveLength(1);
  });

  it('of a bundle is written to about the bundle, and not about each part', async () => {
    useClock(begun);
    const viewer = await aViewer();
    await agree(viewer);
    const part = await aProduct();
    const bundle = await aBundle([part, await aProduct({ channel: part.channel })]);
    await call(ordersContract.startOrder, { as: viewer, body: cartForm([bundleItem(bundle)]) });
    await end();
    await writeAt(quarter);
    const letters = await mailsTo(viewer.email);
    expect(letters.map(({ kind }) => kind)).toEqual(['lead-unfinished-1']);
    expect(letters[0]?.body_text).toContain(`/products/${bundle.slug}/checkout`);
  });

  it('finds the coupon that was typed in the way back', async () => {
    useClock(begun);
    const viewer = await aViewer();
    await agree(viewer);
    const product = await aProduct();
    const code = await codesOf(product, 1);
    await anOrder({ product, buyer: viewer, form: { code: code[0] ?? '', expectedTotal: 605 } });
    await end();
    await writeAt(quarter);
    const [mail] = (await mailsTo(viewer.email)).filter(({ kind }) => kind.startsWith('lead-'));
    expect(mail?.body_text).toContain(`code=${code[0]}`);
  });
});

describe('nobody is written to', () => {
  const witnessed = async (spoil: (left: Left) => Promise<unknown>, given: ProductGiven = {}) => {
    const left = await aLeft({ sessions: [{}, {}], ...given });
    const witness = await aLeft();
    await spoil(left);
    await writeAt(quarter);
    expect(await kindsTo(witness.viewer)).toEqual(['lead-unfinished-1']);
    expect(await kindsTo(left.viewer)).toEqual([]);
    expect(await leadsOf(left.viewer)).toEqual([]);
  };
  type Left = Awaited<ReturnType<typeof aLeft>>;
  const setSession = (product: SomeProduct, values: object) =>
    db().updateTable('product_sessions').set(values).where('product_id', '=', product.id).execute();

  it('without having agreed, which is off unless it was ticked', async () => {
    useClock(begun);
    const viewer = await aViewer();
    expect((await call(accountsContract.getMe, { as: viewer })).unfinishedLetters).toBe(false);
    await anOrder({ buyer: viewer });
    await end();
    await writeAt(quarter);
    expect(await kindsTo(viewer)).toEqual([]);
    expect(await leadsOf(viewer)).toEqual([]);
  });

  it('who said no afterwards', () => witnessed(({ viewer }) => agree(viewer, false)));

  it('of a show that is sold out by then', () =>
    witnessed(({ product }) => setSession(product, { capacity: 1, seats_held: 1 })));

  it('of a sale that is over', () =>
    witnessed(({ product }) =>
      db()
        .updateTable('products')
        .set({ sales_ends_at: noon })
        .where('id', '=', product.id)
        .execute(),
    ));

  it('of a showing that was cancelled', () =>
    witnessed(({ product }) =>
      setSession(product, {
        cancelled_at: noon,
        cancelled_by: product.owner.id,
        cancel_reason: 'The singer has lost her voice',
      }),
    ));

  it('who bought meanwhile, also another date', () =>
    witnessed(async ({ viewer, product }) => {
      useClock('2027-01-21T12:05:00Z');
      const form = { sessionId: product.sessions[1]?.id ?? null };
      const { order } = await anOrder({ product, buyer: viewer, form });
      await pay(viewer, order);
    }));

  it('who is buying at this moment', () =>
    witnessed(async ({ viewer, product }) => {
      useClock('2027-01-21T12:14:00Z');
      await anOrder({ product, buyer: viewer });
    }));

  it('who was blocked', () =>
    witnessed(({ viewer }) =>
      db().updateTable('users').set({ blocked_at: noon }).where('id', '=', viewer.id).execute(),
    ));

  it('of a channel that was closed', () =>
    witnessed(({ product }) =>
      db()
        .updateTable('channels')
        .set({ state: 'banned' })
        .where('id', '=', product.channel.id)
        .execute(),
    ));

  it('twice, when two workers come at the same instant', async () => {
    const { viewer } = await aLeft();
    useClock(quarter);
    await Promise.all([enqueueNow(writeUnfinished, {}), enqueueNow(writeUnfinished, {})]);
    await Promise.all([runKeptJobs(), runKeptJobs()]);
    expect(await kindsTo(viewer)).toEqual(['lead-unfinished-1']);
  });
});

describe('such letters can be stopped from within', () => {
  it('by one click, without a log-in; reminders stay', async () => {
    const { viewer } = await aLeft();
    await writeAt(quarter);
    const { stop_path: url } = await db()
      .selectFrom('mails')
      .select('stop_path')
      .where('recipient', '=', viewer.email)
      .executeTakeFirstOrThrow();
    const looked = await (await app()).inject({ url });
    expect(looked.body).toContain('Stop these letters');
    expect((await call(accountsContract.getMe, { as: viewer })).unfinishedLetters).toBe(true);
    await (await app()).inject({ method: 'POST', url });
    expect(await call(accountsContract.getMe, { as: viewer })).toMatchObject({
      unfinishedLetters: false,
      reminders: true,
    });
    await writeAt(evening);
    expect(await kindsTo(viewer)).toEqual(['lead-unfinished-1']);
  });

  it('and whoever stops them is seen by the organizer no longer', async () => {
    const { viewer, product } = await aLeft();
    await writeAt(quarter);
    const seen = async () =>
      (await call(leadsContract.listLeads, { as: product.owner, query: {} })).total;
    expect(await seen()).toBe(1);
    await agree(viewer, false);
    expect(await seen()).toBe(0);
  });
});

async function codesOf(product: SomeProduct, quantity: number): Promise<string[]> {
  const { id } = await batchOf(product, quantity);
  const { items } = await call(ticketsContract.listCodes, { as: product.owner, params: { id } });
  return items.map(({ code }) => code);
}

const batchOf = ({ owner: as, slug }: SomeProduct, quantity: number) =>
  call(ticketsContract.makeCoupons, {
    as,
    params: { slug },
    body: { sessionId: null, quantity, net: 500, tax: 105, validUntil: null },
  });

describe('the last letter', () => {
  const choose = (as: Someone, product: SomeProduct, couponId: string | null) =>
    call(leadsContract.chooseCoupon, { as, params: { slug: product.slug }, body: { couponId } });
  const lastOf = async ({ email }: Someone) =>
    (await mailsTo(email)).find(({ kind }) => kind === 'lead-unfinished-3')?.body_text ?? '';

  it('carries a code of the batch that its organizer chose, each its own, while any is left', async () => {
    const first = await aLeft();
    const { product } = first;
    const batch = await batchOf(product, 1);
    await choose(product.owner, product, batch.id);
    const { items } = await call(leadsContract.listLetterCoupons, { as: product.owner });
    expect(items).toMatchObject([{ chosen: batch.id, coupons: [{ id: batch.id, free: 1 }] }]);
    useClock(begun);
    const second = await aViewer();
    await agree(second);
    await anOrder({ product, buyer: second });
    await end();
    await writeAt(nextDay);
    const { items: codes } = await call(ticketsContract.listCodes, {
      as: product.owner,
      params: { id: batch.id },
    });
    const code = codes[0]?.code ?? '';
    const letters = [await lastOf(first.viewer), await lastOf(second)];
    expect(letters.every((text) => text.includes(product.title))).toBe(true);
    expect(letters.filter((text) => text.includes(`code=${code}`))).toHaveLength(1);
    const left = await call(leadsContract.listLetterCoupons, { as: product.owner });
    expect(left.items[0]?.coupons[0]?.free).toBe(0);
  });

  it('carries none unless one was chosen, and none of somebody else', async () => {
    const { viewer, product } = await aLeft();
    const batch = await batchOf(product, 1);
    await choose(product.owner, product, batch.id);
    await choose(product.owner, product, null);
    const other = await aProduct();
    const foreign = await batchOf(other, 1);
    const stranger = await anOrganizer();
    const refused = (as: Someone, couponId: string) =>
      refusal(leadsContract.chooseCoupon, {
        as,
        params: { slug: product.slug },
        body: { couponId },
      });
    expect(await refused(product.owner, foreign.id)).toMatchObject({ status: 404 });
    expect(await refused(stranger, batch.id)).toMatchObject({ status: 404 });
    expect(await refused(viewer, batch.id)).toMatchObject({ status: 403 });
    await writeAt(nextDay);
    expect(await lastOf(viewer)).not.toContain('code=');
    expect(await lastOf(viewer)).toContain(product.title);
  });
});
