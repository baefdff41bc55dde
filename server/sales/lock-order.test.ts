import { describe, expect, it } from 'vitest';
import { type Order, ordersContract } from '#contract/orders.ts';
import { Card } from '#contract/payments.ts';
import {
  type Attempts,
  demandMeans,
  isOutrun,
  lockAttempts,
  openPayment,
} from '#server/payments/index.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { findCharge } from '#server/payments/providers/sandbox.store.ts';
import { noticeOf } from '#server/payments/providers/sandbox.ts';
import { receiveCallback, takeReport } from '#server/payments/take-event.ts';
import { type Db, db, inTransaction, sql } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anOrder, cardOf, cards } from '#test/factories/sales.ts';
import { aMonth, aPaidChannel } from '#test/factories/subscriptions.ts';
import { aCode } from '#test/factories/tickets.ts';
import { keepLog } from '#test/kept-log.ts';
import { somebodyWaits } from '#test/meeting.ts';
import { send } from '#test/story.ts';
import { closeOrder } from './close-order.ts';
import { lockOrder } from './orders.store.ts';

type Bought = { order: Order; buyer: Someone };

/** Does something with the order's lock in hand, and keeps it until it is let go. */
function holding<T>(orderId: string, work: (tx: Db, attempts: Attempts) => Promise<T>) {
  const [has, goes] = [Promise.withResolvers<T>(), Promise.withResolvers<void>()];
  const done = inTransaction(async (tx) => {
    const attempts = await lockAttempts(tx, orderId);
    await lockOrder(tx, orderId);
    has.resolve(await work(tx, attempts));
    await goes.promise;
  });
  done.catch(has.reject);
  const letGo = async () => {
    goes.resolve();
    await done;
  };
  return { done, has: has.promise, letGo };
}

/**
 * A first tab opens the first attempt, somebody else waits for the order, and behind them a second tab:
 * when it comes to its turn the bank has said yes to the first, and who takes that waits for the order.
 */
async function payInTwoTabs({ order, buyer }: Bought) {
  const { id: orderId, total: amount, currency } = order;
  const means = await demandMeans({ card: Card.parse(cardOf(cards.approve)) });
  const first = holding(orderId, (tx) => openPayment(tx, { orderId, amount, currency, means }));
  const payment = await first.has;
  const somebody = holding(orderId, async (tx, attempts) => isOutrun(tx, attempts));
  await somebodyWaits(somebody.done, 1);
  const params = { id: orderId };
  const body = { card: cardOf(cards.approve) };
  const second = send(ordersContract.payOrder, { as: buyer, params, body });
  await somebodyWaits(second, 2);
  await first.letGo();
  expect(await somebody.has).toBe(true);
  const { reference } = payment;
  const report = {
    reference,
    orderId,
    amount,
    currency,
    state: 'approved',
    failure: null,
  } as const;
  const told = takeReport(payment, report);
  await somebodyWaits(told, 2);
  await somebody.letGo();
  await told;
  const { statusCode, body: said } = await second;
  return { status: statusCode, state: (JSON.parse(said) as Order).state };
}

const boughtBy = async (orderId: string) => {
  const { rows } = await sql<Record<string, unknown>>`select
    (select array_agg(state) from payments where order_id = ${orderId}) as payments,
    (select count(*) from sandbox_charges where order_id = ${orderId}) as charges,
    (select count(*) from invoices where order_id = ${orderId}) as invoices`.execute(db());
  return rows[0];
};

describe('a second tab that waits for the order while the first attempt is made, charged and told', () => {
  it('waits for nobody who waits for it, and finds the order paid', async () => {
    const lines = keepLog();
    const bought = await anOrder();
    expect(await payInTwoTabs(bought)).toEqual({ status: 200, state: 'paid' });
    expect(await boughtBy(bought.order.id)).toEqual({
      payments: ['paid'],
      charges: 0,
      invoices: 1,
    });
    expect(runAgain(lines)).toEqual([]);
  });

  it('does so for a month, which is judged under its locks', async () => {
    const lines = keepLog();
    const buyer = await aViewer();
    const order = await aMonth(buyer, await aPaidChannel());
    expect(await payInTwoTabs({ order, buyer })).toEqual({ status: 200, state: 'paid' });
    expect(await boughtBy(order.id)).toEqual({ payments: ['paid'], charges: 0, invoices: 1 });
    expect(runAgain(lines)).toEqual([]);
  });
});

const runAgain = (lines: Record<string, unknown>[]) =>
  lines.filter(({ msg }) => msg === 'a transaction is run again');

/** Everything that may come to one order at one instant; the order in which it comes is another each time. */
const crowd: ((bought: Bought) => Promise<number>)[] = [
  ({ order, buyer }) => statusOf(send(ordersContract.payOrder, payingOf(order, buyer))),
  ({ order, buyer }) => statusOf(send(ordersContract.payOrder, payingOf(order, buyer))),
  ({ order, buyer }) =>
    statusOf(send(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } })),
  ({ order }) => inTransaction((tx) => closeOrder(tx, order.id, timeOver)).then(() => 200),
  ({ order }) => tellAgain(order).then(() => 200),
  ({ order, buyer }) =>
    statusOf(send(ordersContract.confirmPayment, { ...payingOf(order, buyer), body: yes })),
];
const timeOver = { to: 'expired', reason: 'time over' } as const;
const yes = { approve: true };

const statusOf = async (sent: ReturnType<typeof send>) => (await sent).statusCode;

/** One in three has a bank that asks its owner. */
const payingOf = (order: Order, as: Someone) => {
  const isAsked = order.number.charCodeAt(0) % 3 === 0;
  const card = cardOf(isAsked ? cards.confirm : cards.approve);
  return { as, params: { id: order.id }, body: { card } };
};

/** The bank tells once more of whatever it was asked for by now. */
async function tellAgain({ id }: Order): Promise<void> {
  const rows = await db().selectFrom('payments').select('id').where('order_id', '=', id).execute();
  for (const { id: reference } of rows) {
    const charge = await findCharge(db(), reference);
    if (charge && charge.state !== 'open') await receiveCallback('sandbox', noticeOf(charge));
  }
}

/** The same crowd, beginning with another one and going the other way every second time. */
function turned(turn: number) {
  const from = turn % crowd.length;
  const round = [...crowd.slice(from), ...crowd.slice(0, from)];
  return turn % 2 === 0 ? round : round.reverse();
}

describe('paying, cancelling, the end of its time, the bank and a second tab', () => {
  const rounds = 16;
  const atOnce = 20;

  it('meet at three hundred orders: nobody waits in a ring, and what is charged is sold', {
    timeout: 120_000,
  }, async () => {
    const lines = keepLog();
    const product = await aProduct({ sessions: [{ capacity: 1000 }] });
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bought = await Promise.all(Array.from({ length: atOnce }, (_, at) => one(product, at)));
      const met = bought.flatMap((each, at) => turned(round + at).map((come) => come(each)));
      statuses.push(...(await Promise.all(met)));
    }
    await runKeptJobs();
    expect(statuses).toHaveLength(rounds * atOnce * crowd.length);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(runAgain(lines)).toEqual([]);
    expect(await wrongOf(product.id)).toEqual([]);
    const [session] = await db()
      .selectFrom('product_sessions')
      .select('seats_held')
      .where('product_id', '=', product.id)
      .execute();
    expect(session?.seats_held).toBe(await ticketsFor(product.id));
    expect((await checkLedger()).differences).toEqual([]);
  });

  /** Every second one by a code, which is held beside the seat. */
  async function one(product: Awaited<ReturnType<typeof aProduct>>, at: number) {
    const form = at % 2 ? {} : { code: await aCode(product), expectedTotal: 605 };
    return anOrder({ product, form });
  }
});

const ticketsFor = async (productId: string): Promise<number> =>
  (
    await db()
      .selectFrom('tickets')
      .select('id')
      .where('product_id', '=', productId)
      .where('ended_at', 'is', null)
      .execute()
  ).length;

/** Orders that were charged and not sold, or sold and not charged: once, and nothing left over. */
async function wrongOf(productId: string) {
  const { rows } = await sql<{ state: string; kept: number; tickets: number }>`
    select o.id, o.state, kept.sum as kept, t.count as tickets
    from orders o join order_lines l on l.order_id = o.id and l.product_id = ${productId}
    cross join lateral (select coalesce(sum(c.amount - coalesce((select sum(r.amount)
        from sandbox_refunds r where r.reference = c.reference), 0)), 0)::bigint as sum
      from sandbox_charges c where c.order_id = o.id and c.state in ('approved', 'refunded')) kept
    cross join lateral (select count(*) from tickets t where t.order_id = o.id
      and t.ended_at is null) t
    where not (o.state = 'paid' and kept.sum = o.total and t.count = 1)
      and not (o.state in ('cancelled', 'expired', 'failed') and kept.sum = 0 and t.count = 0)`.execute(
    db(),
  );
  return rows;
}
