import { beforeAll, describe, expect, it } from 'vitest';
import { payoutsContract } from '#contract/payouts.ts';
import { refundsContract } from '#contract/refunds.ts';
import { listPaymentsOf } from '#server/payments/payments.store.ts';
import { takeDispute } from '#server/payments/take-dispute.ts';
import { useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { type Db, db, inTransaction, sql } from '#server/platform/database/index.ts';
import { giveBackWhole } from '#server/sales/refunds/refund-order.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { aDueSale, aRun, days, lineOf, taken } from '#test/factories/payouts.ts';
import { meeting } from '#test/meeting.ts';
import { call, send } from '#test/story.ts';
import { isStale, listDue } from './due.queries.ts';
import { payoutsOf } from './payouts.rules.ts';
import { insertPayout, insertRun, moveRun } from './payouts.store.ts';

beforeAll(() => overrideConfig({ DEMO: true, OPERATOR_IBAN: 'ES7712341234161234567890' }));

/** A door that somebody opens from outside. */
function aDoor() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Money being given back, in a transaction that stays open until it is told to end. */
async function aRefundUnderWay(orderId: string, by: string) {
  const [written, end] = [aDoor(), aDoor()];
  const done = inTransaction(async (tx) => {
    await giveBackWhole(tx, orderId, { by, reason: 'A quarrel' });
    written.open();
    await end.opened;
  });
  await Promise.race([written.opened, done]);
  return { end: end.open, done };
}

/** The buyer's bank takes a payment back, in a transaction that stays open until it is told to end. */
async function aDisputeUnderWay(orderId: string) {
  const [payment] = await listPaymentsOf(db(), orderId);
  if (!payment) throw new Error('nothing was paid');
  const [written, end] = [aDoor(), aDoor()];
  const object = `dp_${crypto.randomUUID()}`;
  const done = inTransaction(async (tx) => {
    await takeDispute(tx, payment, {
      ...{ reference: payment.reference, object, amount: payment.amount, currency: 'EUR' },
      ...{ reason: 'fraudulent', state: 'needs_response', respondBy: null },
      ...{ moves: 1, withdrawn: payment.amount, fee: 2000, feeCurrency: 'EUR' },
    });
    written.open();
    await end.opened;
  });
  await Promise.race([written.opened, done]);
  const decide = (state: 'won' | 'lost') =>
    inTransaction((tx) =>
      takeDispute(tx, payment, {
        ...{ reference: payment.reference, object, amount: payment.amount, currency: 'EUR' },
        ...{ reason: 'fraudulent', state, respondBy: null, fee: 2000, feeCurrency: 'EUR' },
        ...(state === 'won' ? { moves: 2, withdrawn: 0 } : { moves: 1, withdrawn: payment.amount }),
      }),
    );
  return { end: end.open, done, decide };
}

/** Somebody waits for a row that somebody else has. */
const somebodyWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
      return rows.length;
    })
    .toBeGreaterThan(0);

const stateOf = async (runId: string) =>
  (
    await db()
      .selectFrom('payout_runs')
      .select('state')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
  ).state;

describe('money that goes back while a run is approved', () => {
  it('is waited for, and the run is refused', async () => {
    const { product, order } = await aDueSale();
    const { run, admin } = await aRun();
    const refund = await aRefundUnderWay(order.id, product.owner.id);
    const approving = send(payoutsContract.approvePayoutRun, { as: admin, params: { id: run.id } });
    await somebodyWaits();
    refund.end();
    await refund.done;
    const answer = await approving;
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'PAYOUT_RUN_STALE']);
    expect(await stateOf(run.id)).toBe('collected');
    await taken(run, admin, ['dropPayoutRun']);
  });

  it('would be paid to both without the orders’ lock (control)', async () => {
    const { product, order } = await aDueSale();
    const { run, admin } = await aRun();
    const refund = await aRefundUnderWay(order.id, product.owner.id);
    await inTransaction(async (tx) => {
      if (await isStale(tx, run.id)) return;
      const move = { from: 'collected', to: 'approved', by: admin.id, at: days.due } as const;
      await moveRun(tx, run.id, move);
    });
    refund.end();
    await refund.done;
    expect([await stateOf(run.id), await isStale(db(), run.id)]).toEqual(['approved', true]);
    await taken(run, admin, ['dropPayoutRun']);
  });

  it('is in no run that is collected meanwhile', async () => {
    const { product, order } = await aDueSale();
    await aDueSale();
    const admin = await anAdmin();
    const refund = await aRefundUnderWay(order.id, product.owner.id);
    const collecting = aRun(admin);
    await somebodyWaits();
    refund.end();
    await refund.done;
    const { run } = await collecting;
    expect(run.lines.filter(({ channel }) => channel.id === product.channel.id)).toEqual([]);
    await taken(run, admin, ['dropPayoutRun']);
  });
});

describe('a dispute while a run is approved', () => {
  it('is waited for, and the run is refused; the money is due when it is won', async () => {
    const { product, order } = await aDueSale();
    const { run, admin } = await aRun();
    const dispute = await aDisputeUnderWay(order.id);
    const approving = send(payoutsContract.approvePayoutRun, { as: admin, params: { id: run.id } });
    await somebodyWaits();
    dispute.end();
    await dispute.done;
    const answer = await approving;
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'PAYOUT_RUN_STALE']);
    await taken(run, admin, ['dropPayoutRun']);
    await aDueSale();
    const without = await aRun(admin);
    expect(lineOf(without.run, product)).toBeUndefined();
    await taken(without.run, admin, ['dropPayoutRun']);
    await dispute.decide('won');
    const again = await aRun(admin);
    expect(lineOf(again.run, product)?.amount).toBe(1056);
    await taken(again.run, admin, ['dropPayoutRun']);
  });

  it('would be paid out without the orders’ lock (control)', async () => {
    const { order } = await aDueSale();
    const { run, admin } = await aRun();
    const dispute = await aDisputeUnderWay(order.id);
    await inTransaction(async (tx) => {
      if (await isStale(tx, run.id)) return;
      const move = { from: 'collected', to: 'approved', by: admin.id, at: days.due } as const;
      await moveRun(tx, run.id, move);
    });
    dispute.end();
    await dispute.done;
    expect([await stateOf(run.id), await isStale(db(), run.id)]).toEqual(['approved', true]);
    await taken(run, admin, ['dropPayoutRun']);
  });

  it('is in no run that is collected meanwhile, nor after it was lost', async () => {
    const { product, order } = await aDueSale();
    await aDueSale();
    const admin = await anAdmin();
    const dispute = await aDisputeUnderWay(order.id);
    const collecting = aRun(admin);
    await somebodyWaits();
    dispute.end();
    await dispute.done;
    const { run } = await collecting;
    expect(lineOf(run, product)).toBeUndefined();
    await taken(run, admin, ['dropPayoutRun']);
    await dispute.decide('lost');
    // The bank said that the card was not the buyer's: the platform bears it.
    const { run: next } = await aRun(admin);
    expect(lineOf(next, product)?.amount).toBe(846);
    await taken(next, admin, ['dropPayoutRun']);
  });
});

describe('what is due', () => {
  /** How often a sale stands in payments that go out. */
  const timesPaid = async (orderId: string): Promise<number> => {
    const { rows } = await sql<{ count: string }>`select count(*) from payout_items
      where order_id = ${orderId} and not released`.execute(db());
    return Number(rows[0]?.count);
  };

  it('is collected once by ten administrators at once', async () => {
    const { order } = await aDueSale();
    const as = await anAdmin();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(payoutsContract.collectPayouts, { as })),
    );
    const codes = answers.map((one) => (one.statusCode === 201 ? 'made' : one.json().code));
    expect(codes.sort()).toEqual([...Array(9).fill('PAYOUT_RUN_OPEN'), 'made']);
    expect(await timesPaid(order.id)).toBe(1);
    const { items } = await call(payoutsContract.listPayoutRuns, { as });
    const [run] = items;
    await call(payoutsContract.dropPayoutRun, { as, params: { id: run?.id ?? '' } });
  });

  it('would be collected several times if it were looked at first (control)', async () => {
    const { order } = await aDueSale();
    const looked = meeting(5);
    const collect = async (tx: Db) => {
      const [due] = payoutsOf(
        await listDue(tx, { cutoff: '2026-11-30T23:00:00Z', orderIds: [order.id] }),
      );
      await looked();
      return due;
    };
    const found = await Promise.all(Array.from({ length: 5 }, () => inTransaction(collect)));
    expect(found.filter(Boolean).length).toBeGreaterThan(1);
    // And the second of them is refused by the index, whoever forgot the lock.
    const payee = {
      name: '',
      taxId: '',
      address: '',
      postalCode: '',
      city: '',
      country: '',
      iban: '',
    };
    const write = (state: string) =>
      inTransaction(async (tx) => {
        const due = found[0];
        if (!due) throw new Error('nothing is due');
        const runId = await insertRun(tx, { month: '2026-12-01', by: null, at: days.due });
        await sql`update payout_runs set state = ${state} where id = ${runId}`.execute(tx);
        await insertPayout(tx, { runId, due, payee });
      });
    await write('paid');
    await expect(write('paid')).rejects.toThrow('payout_items_once');
    expect(await timesPaid(order.id)).toBe(1);
  });

  it('and what went back after the bank had it are told apart to the cent', async () => {
    const sales = [await aDueSale(), await aDueSale(), await aDueSale()];
    const { run, admin } = await aRun();
    useClock(days.due);
    await Promise.all([
      send(payoutsContract.approvePayoutRun, { as: admin, params: { id: run.id } }),
      ...sales.map(({ order }) =>
        send(refundsContract.refundOrder, {
          as: admin,
          params: { id: order.id },
          body: { reason: 'A quarrel' },
        }),
      ),
    ]);
    const sent = await send(payoutsContract.exportPayoutRun, {
      as: admin,
      params: { id: run.id },
    });
    // Whoever was first: the money of a refunded sale reaches no bank.
    expect([sent.statusCode, ['PAYOUT_RUN_STALE', 'PAYOUT_RUN_STATE']]).toEqual([
      409,
      expect.arrayContaining([sent.json().code]),
    ]);
  });
});
