import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { salesContract } from '#contract/sales.ts';
import { issueInvoice } from '#server/payments/index.ts';
import { findCharge } from '#server/payments/providers/sandbox.store.ts';
import { noticeOf } from '#server/payments/providers/sandbox.ts';
import { sign } from '#server/payments/providers/signature.ts';
import { receiveCallback } from '#server/payments/take-event.ts';
import { nowMs, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction, sql } from '#server/platform/database/index.ts';
import { Refusal } from '#server/platform/errors.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { keyFor } from '#server/platform/secrets.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, orderForm, pay } from '#test/factories/sales.ts';
import { aCode } from '#test/factories/tickets.ts';
import { meeting } from '#test/meeting.ts';
import { app, call, send } from '#test/story.ts';
import { acknowledge } from './acknowledge-orders.ts';

/**
 * Each race stands beside a control: the same crowd against a store that looks first and writes
 * then. The control must go wrong, or the race would prove nothing.
 */
const crowd = (count: number): Promise<Someone[]> =>
  Promise.all(Array.from({ length: count }, () => aViewer()));

const inParallel = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** How often a look-then-write let somebody through. */
async function passesOf(
  count: number,
  lookThenWrite: (tx: Db, looked: () => Promise<void>) => Promise<boolean>,
): Promise<number> {
  const looked = meeting(5);
  const passed = await inParallel(count, () => inTransaction((tx) => lookThenWrite(tx, looked)));
  return passed.filter(Boolean).length;
}

async function startAll(buyers: Someone[], product: SomeProduct, code: string | null = null) {
  const expectedTotal = code ? 605 : 1210;
  const answers = await Promise.all(
    buyers.map((as) =>
      send(ordersContract.startOrder, { as, body: orderForm(product, { code, expectedTotal }) }),
    ),
  );
  const codes = answers.map((answer) =>
    answer.statusCode === 201 ? 'won' : String(answer.json().code),
  );
  return { won: codes.filter((one) => one === 'won').length, others: new Set(codes) };
}

describe('the last seats', () => {
  const seats = 3;

  it('go to as many as there are, of two hundred who want them', async () => {
    const product = await aProduct({ sessions: [{ capacity: seats }] });
    const { won, others } = await startAll(await crowd(200), product);
    expect(won).toBe(seats);
    expect([...others].sort()).toEqual(['SOLD_OUT', 'won']);
    const [session] = await db()
      .selectFrom('product_sessions')
      .select('seats_held')
      .where('product_id', '=', product.id)
      .execute();
    expect(session?.seats_held).toBe(seats);
  });

  it('would be sold too often without the row’s word (control)', async () => {
    const product = await aProduct({ sessions: [{ capacity: seats }] });
    const id = product.sessions[0]?.id ?? '';
    const passed = await passesOf(200, async (tx, looked) => {
      const row = await tx
        .selectFrom('product_sessions')
        .select(['capacity', 'seats_held'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await looked();
      if (row.seats_held >= (row.capacity ?? 0)) return false;
      const seats_held = row.seats_held + 1;
      await tx.updateTable('product_sessions').set({ seats_held }).where('id', '=', id).execute();
      return true;
    });
    expect(passed).toBeGreaterThan(seats);
  });
});

describe('one code', () => {
  it('serves one of forty who type it at once', async () => {
    const product = await aProduct();
    const { won, others } = await startAll(await crowd(40), product, await aCode(product));
    expect(won).toBe(1);
    expect([...others].sort()).toEqual(['COUPON_USED', 'won']);
  });

  it('would serve several without the row’s word (control)', async () => {
    const product = await aProduct();
    const code = await aCode(product);
    const { order } = await anOrder({ product });
    const passed = await passesOf(40, async (tx, looked) => {
      const row = await tx
        .selectFrom('coupon_codes')
        .select('state')
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      await looked();
      if (row.state !== 'free') return false;
      await tx
        .updateTable('coupon_codes')
        .set({ state: 'reserved', order_id: order.id, reserved_until: nowText() })
        .where('code', '=', code)
        .execute();
      return true;
    });
    expect(passed).toBeGreaterThan(1);
  });
});

describe('one order', () => {
  const ordersOf = async (buyer: Someone) =>
    db().selectFrom('orders').select(['id', 'state']).where('buyer_id', '=', buyer.id).execute();

  it('is made of twenty requests under one key', async () => {
    const product = await aProduct({ sessions: [{ capacity: 50 }] });
    const buyer = await aViewer();
    const key = crypto.randomUUID();
    const made = await inParallel(20, () => anOrder({ product, buyer, key }));
    expect(new Set(made.map(({ order }) => order.id)).size).toBe(1);
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  it('is made of twenty requests under as many keys', async () => {
    const product = await aProduct({ sessions: [{ capacity: 50 }] });
    const buyer = await aViewer();
    const made = await inParallel(20, () => anOrder({ product, buyer }));
    expect(new Set(made.map(({ order }) => order.id)).size).toBe(1);
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'pending' }]);
    const [session] = await db()
      .selectFrom('product_sessions')
      .select('seats_held')
      .where('product_id', '=', product.id)
      .execute();
    expect(session?.seats_held).toBe(1);
  });

  it('gives one ticket for a free product asked for twenty times', async () => {
    const product = await aProduct({ plan: 'free' });
    const buyer = await aViewer();
    const body = orderForm(product, { expectedTotal: 0 });
    const answers = await inParallel(20, () =>
      send(ordersContract.startOrder, { as: buyer, body }),
    );
    const good = answers.filter(({ statusCode }) => statusCode === 201);
    expect(good.length).toBeGreaterThanOrEqual(1);
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid' }]);
    const { total } = await call(salesContract.listMyTickets, { as: buyer });
    expect(total).toBe(1);
  });

  it('is charged once when paid from ten windows', async () => {
    const { order, buyer } = await anOrder();
    const paid = await Promise.allSettled(Array.from({ length: 10 }, () => pay(buyer, order)));
    expect(paid.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    const charges = await db()
      .selectFrom('sandbox_charges')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute();
    expect(charges).toHaveLength(1);
  });

  it('would be several without the index (control)', async () => {
    const { order, buyer } = await anOrder();
    const passed = await passesOf(20, async (tx, looked) => {
      const before = await tx
        .selectFrom('orders')
        .select('id')
        .where('buyer_id', '=', buyer.id)
        .where('close_reason', '=', 'control')
        .execute();
      await looked();
      if (before.length > 0) return false;
      await sql`insert into orders (buyer_id, channel_id, currency, net, tax, total, fee, language,
          buyer, terms_accepted_at, idempotency_key, request_digest, created_at, expires_at, close_reason)
        select buyer_id, channel_id, currency, net, tax, total, fee, language, buyer,
          terms_accepted_at, ${crypto.randomUUID()}, request_digest, created_at, expires_at, 'control'
        from orders where id = ${order.id}`.execute(tx);
      return true;
    });
    expect(passed).toBeGreaterThan(1);
  });
});

describe('one callback', () => {
  async function silentOrder() {
    const { order, buyer } = await anOrder();
    const { payment } = await pay(buyer, order, 'lost');
    const charge = await findCharge(db(), payment?.id ?? '');
    if (!charge) throw new Error('no such charge');
    return { order, charge };
  }

  it('delivered fifty times at once pays once', async () => {
    const { order, charge } = await silentOrder();
    const { rawBody } = noticeOf(charge);
    const signature = sign(keyFor('sandbox callbacks'), rawBody, Math.floor(nowMs() / 1000));
    const server = await app();
    const answers = await inParallel(50, () =>
      server.inject({
        method: 'POST',
        url: '/api/payments/sandbox/notify',
        headers: { 'content-type': 'application/json', 'platea-signature': signature },
        payload: rawBody,
      }),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    await expectPaidOnce(order.id);
  });

  it('told under fifty names at once pays once', async () => {
    const { order, charge } = await silentOrder();
    const told = await inParallel(50, async (index) => {
      const { rawBody } = noticeOf(charge);
      const renamed = rawBody.replace('"id":"evt_', `"id":"evt_${index}_`);
      const signature = sign(keyFor('sandbox callbacks'), renamed, Math.floor(nowMs() / 1000));
      return receiveCallback('sandbox', { rawBody: renamed, signature });
    });
    expect(told).toHaveLength(50);
    await expectPaidOnce(order.id);
  });

  /** A charge that was given up by us and yet approved by the bank, which tells nobody so far. */
  async function surplusCharge() {
    const { order, buyer } = await anOrder();
    const { payment } = await pay(buyer, order, 'confirm');
    await pay(buyer, order);
    const reference = payment?.id ?? '';
    await db()
      .updateTable('sandbox_charges')
      .set({ state: 'approved' })
      .where('reference', '=', reference)
      .execute();
    const charge = await findCharge(db(), reference);
    if (!charge) throw new Error('no such charge');
    return { order, charge };
  }

  it('for an attempt given up, told under fifty names, gives its money back once', async () => {
    const { order, charge } = await surplusCharge();
    const told = await inParallel(50, async (index) => {
      const { rawBody } = noticeOf(charge);
      const renamed = rawBody.replace('"id":"evt_', `"id":"evt_${index}_`);
      const signature = sign(keyFor('sandbox callbacks'), renamed, Math.floor(nowMs() / 1000));
      return receiveCallback('sandbox', { rawBody: renamed, signature });
    });
    expect(told).toHaveLength(50);
    await runKeptJobs();
    const { rows } = await sql<Record<string, unknown>>`select
      (select count(*) from refunds where order_id = ${order.id}) as refunds,
      (select count(*) from sandbox_refunds where reference = ${charge.reference}) as returned,
      (select sum(amount) from ledger_entries where order_id = ${order.id}
        and account = 'provider') as kept`.execute(db());
    expect(rows).toEqual([{ refunds: 1, returned: 1, kept: '1210' }]);
  });

  it('for an attempt given up would go back several times without a mark (control)', async () => {
    const { charge } = await surplusCharge();
    const passed = await passesOf(50, async (tx, looked) => {
      const payment = await tx
        .selectFrom('payments')
        .select(['state', 'settled_at'])
        .where('id', '=', charge.reference)
        .executeTakeFirstOrThrow();
      await looked();
      if (payment.state !== 'cancelled' || payment.settled_at !== null) return false;
      await tx
        .updateTable('payments')
        .set({ settled_at: nowText() })
        .where('id', '=', charge.reference)
        .execute();
      return true;
    });
    expect(passed).toBeGreaterThan(1);
  });

  async function expectPaidOnce(orderId: string) {
    const counts = await sql<Record<string, number>>`select
      (select count(*) from tickets where order_id = ${orderId}) as tickets,
      (select count(*) from invoices where order_id = ${orderId}) as invoices,
      (select count(*) from ledger_entries where order_id = ${orderId}) as entries,
      (select count(*) from refunds where order_id = ${orderId}) as refunds`.execute(db());
    expect(counts.rows).toEqual([{ tickets: 1, invoices: 1, entries: 4, refunds: 0 }]);
  }

  it('would pay several times if its state were looked at first (control)', async () => {
    const { charge } = await silentOrder();
    const passed = await passesOf(50, async (tx, looked) => {
      const payment = await tx
        .selectFrom('payments')
        .select('state')
        .where('id', '=', charge.reference)
        .executeTakeFirstOrThrow();
      await looked();
      if (payment.state !== 'open') return false;
      await tx
        .updateTable('payments')
        .set({ state: 'paid' })
        .where('id', '=', charge.reference)
        .execute();
      return true;
    });
    expect(passed).toBeGreaterThan(1);
  });
});

describe('invoice numbers', () => {
  const numbersOf = async (channelId: string) =>
    (
      await db()
        .selectFrom('invoices')
        .select('number')
        .where('issuer_id', '=', channelId)
        .where('series', '=', 'simplified')
        .orderBy('number')
        .execute()
    ).map(({ number }) => number);
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  it('have no gap and no twin under fifty payments at once', async () => {
    const product = await aProduct();
    const orders = await Promise.all((await crowd(50)).map((buyer) => anOrder({ product, buyer })));
    const paid = await Promise.all(orders.map(({ buyer, order }) => pay(buyer, order)));
    expect(new Set(paid.map(({ state }) => state))).toEqual(new Set(['paid']));
    expect(await numbersOf(product.channel.id)).toEqual(upTo(50));
  });

  it('leave no gap where a transaction fails after its number was given', async () => {
    const product = await aProduct();
    const { order } = await aPaidOrder({ product });
    const row = await db()
      .selectFrom('invoices')
      .selectAll()
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const issue = (fails: boolean) =>
      inTransaction(async (tx) => {
        await issueInvoice(tx, {
          issuerId: product.channel.id,
          kind: 'sale',
          orderId: order.id,
          rectifiesId: null,
          language: 'en',
          currency: 'EUR',
          net: 1000,
          tax: 210,
          total: 1210,
          form: 'simplified',
          issuedAt: row.issued_at,
          paper: row.paper as never,
        });
        if (fails) throw new Refusal('ORDER_STATE');
      });
    await Promise.allSettled(Array.from({ length: 30 }, (_, index) => issue(index % 3 === 0)));
    expect(await numbersOf(product.channel.id)).toEqual(upTo(21));
  });

  it('bear no earlier day than a lower number, however long their payment waited', async () => {
    const product = await aProduct();
    const { order } = await aPaidOrder({ product });
    const { paper } = await db()
      .selectFrom('invoices')
      .select('paper')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const amounts = { currency: 'EUR' as const, net: 1000, tax: 210, total: 1210 };
    const issue = (issuedAt: string) =>
      issueInvoice(db(), {
        issuerId: product.channel.id,
        kind: 'rectifying',
        orderId: order.id,
        rectifiesId: null,
        language: 'en',
        ...amounts,
        form: 'full',
        issuedAt,
        paper: paper as never,
      });
    await issue('2027-03-01T00:00:00.010Z');
    await issue('2027-02-28T23:59:59.990Z');
    await issue('2027-03-01T00:00:00.020Z');
    const dated = await db()
      .selectFrom('invoices')
      .select(['number', 'issued_at'])
      .where('issuer_id', '=', product.channel.id)
      .where('kind', '=', 'rectifying')
      .orderBy('number')
      .execute();
    expect(dated).toEqual([
      { number: 1, issued_at: '2027-03-01T00:00:00.010Z' },
      { number: 2, issued_at: '2027-03-01T00:00:00.010Z' },
      { number: 3, issued_at: '2027-03-01T00:00:00.020Z' },
    ]);
  });

  it('would have twins if the last one were looked at first (control)', async () => {
    await sql`create table unguarded_series as select 1 as last_number`.execute(db());
    const looked = meeting(5);
    const numbers = await inParallel(50, () =>
      inTransaction(async (tx) => {
        const { rows } = await sql<{ last_number: number }>`
          select last_number from unguarded_series`.execute(tx);
        await looked();
        const next = (rows[0]?.last_number ?? 0) + 1;
        await sql`update unguarded_series set last_number = ${next}`.execute(tx);
        return next;
      }),
    );
    expect(new Set(numbers).size).toBeLessThan(50);
    await sql`drop table unguarded_series`.execute(db());
  });
});

describe('letters to buyers', () => {
  const lettersOf = async (orderIds: string[]) =>
    Number(
      (
        await sql<{ count: string }>`select count(*) from mails m join orders o
          on o.buyer->>'email' = m.recipient
          where m.kind = 'order-paid' and o.id = any(${orderIds}::uuid[])`.execute(db())
      ).rows[0]?.count,
    );

  it('are one to each, though eight processes write at once', async () => {
    const orders = await inParallel(6, () => aPaidOrder());
    const ids = orders.map(({ order }) => order.id);
    await inParallel(8, () => acknowledge(ids));
    expect(await lettersOf(ids)).toBe(6);
  });

  it('would be more if they were looked for first and noted then (control)', async () => {
    const { order } = await aPaidOrder();
    const wrote = await passesOf(5, async (tx, looked) => {
      const { rows } = await sql`select from orders
        where id = ${order.id} and acknowledged_at is null`.execute(tx);
      await looked();
      await sql`update orders set acknowledged_at = now() where id = ${order.id}`.execute(tx);
      return rows.length > 0;
    });
    expect(wrote).toBeGreaterThan(1);
  });
});
