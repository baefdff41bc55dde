import { describe, expect, it } from 'vitest';
import { salesContract } from '#contract/sales.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction, sql } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { app, call } from '#test/story.ts';
import { feeFor } from './fees.queries.ts';
import { ledgerJob } from './jobs.ts';
import { listDifferences } from './ledger.queries.ts';
import { postLedger } from './ledger.store.ts';
import { reconcilePayments } from './reconcile.ts';

describe('the books', () => {
  it('take no posting that does not add up', async () => {
    const { order } = await anOrder();
    const posting = {
      orderId: order.id,
      posting: 'payment:x',
      channelId: null,
      currency: 'EUR',
      at: '2026-11-27T10:00:00Z',
    };
    await expect(
      inTransaction((tx) =>
        postLedger(tx, {
          ...posting,
          entries: [
            { account: 'provider', amount: 1210 },
            { account: 'organizer', amount: -1209 },
          ],
        }),
      ),
    ).rejects.toThrow('does not sum to zero');
  });

  it('take no posting that is about nothing, or about two things', async () => {
    const nothing = sql`insert into ledger_entries (posting, account, currency, amount)
      values ('payment:x', 'provider', 'EUR', 1), ('payment:x', 'organizer', 'EUR', -1)`;
    await expect(nothing.execute(db())).rejects.toThrow('ledger_entries_about');
  });

  it('are never changed', async () => {
    const { order } = await aPaidOrder();
    for (const change of [
      sql`update ledger_entries set amount = amount + 1 where order_id = ${order.id}`,
      sql`delete from ledger_entries where order_id = ${order.id}`,
      sql`update invoices set number = 7 where order_id = ${order.id}`,
      sql`delete from invoices where order_id = ${order.id}`,
      sql`truncate ledger_entries`,
      sql`truncate invoices cascade`,
    ]) {
      await expect(change.execute(db())).rejects.toThrow('never changed');
    }
  });

  it('are checked each night, and administrators hear of every difference', async () => {
    await app();
    const admin = await anAdmin();
    await enqueueNow(ledgerJob, {});
    await runKeptJobs();
    const heard = () =>
      db()
        .selectFrom('notifications')
        .select(['type', 'content'])
        .where('user_id', '=', admin.id)
        .execute();
    expect(await heard()).toEqual([]);
    const { order } = await anOrder();
    await db()
      .insertInto('payments')
      .values({
        order_id: order.id,
        provider: 'sandbox',
        provider_reference: crypto.randomUUID(),
        state: 'paid',
        amount: 1210,
        currency: 'EUR',
        settled_at: '2026-11-27T10:00:00Z',
      })
      .execute();
    await enqueueNow(ledgerJob, {});
    await runKeptJobs();
    expect(await heard()).toEqual([
      {
        type: 'ledger_differs',
        content: `1 difference was found. Look at order ${order.number} first.`,
      },
    ]);
  });
});

describe('a charge of which nobody knows what became of it', () => {
  it('is in the nightly check from its second hour on', async () => {
    useClock('2026-11-27T10:00:00Z');
    const { order, buyer } = await anOrder();
    await pay(buyer, order, 'lost');
    const check = async () =>
      (await listDifferences(db())).filter(({ orderId }) => orderId === order.id);
    useClock('2026-11-27T10:59:59.999Z');
    expect(await check()).toEqual([]);
    useClock('2026-11-27T11:00:00Z');
    const undecided = {
      orderId: order.id,
      payoutId: null,
      currency: 'EUR',
      what: 'charge_undecided',
      amount: 1210,
    };
    expect(await check()).toEqual([undecided]);
    const admin = await anAdmin();
    await enqueueNow(ledgerJob, {});
    await runKeptJobs();
    const { payload } = await db()
      .selectFrom('notifications')
      .select('payload')
      .where('user_id', '=', admin.id)
      .where('type', '=', 'ledger_differs')
      .executeTakeFirstOrThrow();
    const { path, orderIds } = payload as { path: string; orderIds: string[] };
    expect(orderIds).toContain(order.id);
    const q = new URL(path, 'https://platea.example').searchParams.get('q') ?? '';
    const { items } = await call(salesContract.listAllSales, { as: admin, query: { q } });
    expect(items.map(({ number }) => number)).toEqual([q]);
    await reconcilePayments();
    expect(await check()).toEqual([]);
  });
});

describe('the fee', () => {
  it.each([
    ['live', 'EUR', 1210, 90, 154],
    ['live', 'USD', 1210, 90, 159],
    ['live', 'JPY', 1000, 90, 165],
    ['live', 'KWD', 10_000, 90, 1050],
    // No amounts are set for this currency: the share alone.
    ['live', 'THB', 10_000, 300, 900],
    ['live', 'EUR', 0, 300, 0],
    // An hour begun beyond the hour and a half.
    ['live', 'EUR', 1210, 100, 199],
    ['live', 'USD', 1210, 100, 209],
    ['private', 'EUR', 1210, 120, 195],
    ['private', 'EUR', 1210, 180, 224],
    ['private', 'USD', 1210, 180, 249],
    ['private', 'JPY', 1000, null, 325],
  ] as const)('of the plan %s in %s, of %d for %s minutes, is %d', async (...row) => {
    const [plan, currency, total, minutes, fee] = row;
    expect(await feeFor(db(), { plan, currency, total, minutes })).toBe(fee);
  });
});
