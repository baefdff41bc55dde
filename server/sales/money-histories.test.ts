import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Order, ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { refundsContract } from '#contract/refunds.ts';
import { bearers, refundReasons } from '#contract/shared/refunds.ts';
import { useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import type { SomeProduct } from '#test/factories/catalog.ts';
import { aPastShow, days } from '#test/factories/payouts.ts';
import { aCartOrder } from '#test/factories/sales.ts';
import { call, send } from '#test/story.ts';
import { byStripe } from '#test/stripe-story.ts';

const { bank, tell, paid, payFor } = byStripe();

const steps = [
  'sell',
  'sellTwo',
  'refund',
  'refund',
  'refundLine',
  'refundAtDesk',
  'dispute',
  'ask',
  'win',
  'lose',
  'payOut',
  'payOut',
  'tellAgain',
] as const;
type Step = (typeof steps)[number];
type Sold = { order: Order; buyer: Someone; intent: string; disputes: string[] };
type World = {
  admin: Someone;
  products: SomeProduct[];
  /** Two of one channel, for one order. */
  pair: SomeProduct[];
  sold: Sold[];
};

/** Does one thing at the bank or here, or is refused: both leave books that add up. */
async function act(world: World, step: Step, pick: number): Promise<void> {
  if (step === 'sell') return sell(world, pick);
  if (step === 'sellTwo') return sellTwo(world);
  if (step === 'payOut') return payOut(world);
  const one = world.sold[pick % Math.max(world.sold.length, 1)];
  if (one) await actOn(world, one, { step, pick });
}

async function sell(world: World, pick: number): Promise<void> {
  useClock(days.bought);
  const product = world.products[pick % world.products.length];
  const made = await paid(product ? { product } : {});
  world.sold.push({ ...made, disputes: [] });
  useClock(days.due);
}

/** One order of two shows, which is refunded, disputed and paid out as one or show by show. */
async function sellTwo(world: World): Promise<void> {
  useClock(days.bought);
  const { order, buyer } = await aCartOrder(world.pair);
  world.sold.push({ ...(await payFor(order, buyer)), disputes: [] });
  useClock(days.due);
}

const next = {
  collected: payoutsContract.approvePayoutRun,
  approved: payoutsContract.exportPayoutRun,
  exported: payoutsContract.settlePayoutRun,
} as const;

async function payOut({ admin: as }: World): Promise<void> {
  const [run] = (await call(payoutsContract.listPayoutRuns, { as })).items;
  const isOver = !run || run.state === 'paid' || run.state === 'dropped';
  if (isOver) return void (await send(payoutsContract.collectPayouts, { as }));
  const params = { id: run.id };
  const moved = await send(next[run.state as keyof typeof next], { as, params });
  // What no longer says what is so is dropped, as people do.
  if (moved.statusCode >= 400) await send(payoutsContract.dropPayoutRun, { as, params });
}

async function actOn(
  { admin: as }: World,
  one: Sold,
  { step, pick }: { step: Step; pick: number },
): Promise<void> {
  const { order, buyer, intent, disputes } = one;
  const params = { id: order.id };
  if (step === 'refund') {
    const amount = pick % 3 === 0 ? {} : { amount: 1 + (pick % 700) };
    const bearer = bearers[pick % 4] ? { bearer: bearers[pick % 4] } : {};
    const reasonCode = refundReasons[pick % refundReasons.length];
    const body = { reason: 'A quarrel', reasonCode, bearerReason: 'So', ...amount, ...bearer };
    await send(refundsContract.refundOrder, { as, params, body });
  }
  if (step === 'refundLine') await refundLine(one, { as, pick });
  if (step === 'ask') {
    await send(refundsContract.askForRefund, { as: buyer, params, body: { reason: 'Ill' } });
  }
  if (step === 'refundAtDesk') await refundAtDesk(one, pick);
  if (step === 'dispute') await openDispute(one, pick);
  const open = disputes.find((id) => bank().disputes.get(id)?.status === 'needs_response');
  if (open && (step === 'win' || step === 'lose')) {
    const dispute = bank().moveDispute(open, step === 'win' ? 'won' : 'lost');
    await tell('charge.dispute.closed', dispute);
  }
  if (step === 'tellAgain') {
    for (const id of disputes) await tell('charge.dispute.updated', bank().disputes.get(id));
    await tell('charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: intent });
    await runKeptJobs().catch(() => undefined);
  }
}

/** One show of an order, by the team or by whoever sold it: all of it, or a part. */
async function refundLine(
  { order, buyer }: Sold,
  { as, pick }: { as: Someone; pick: number },
): Promise<void> {
  const params = { id: order.id };
  const now = await call(ordersContract.getOrder, { as: buyer, params });
  const line = now.lines[pick % now.lines.length];
  if (!line) return;
  const reasonCode = refundReasons[pick % refundReasons.length];
  const amount = pick % 2 === 0 ? {} : { amount: 1 + (pick % 700) };
  const body = {
    reason: 'One of them',
    reasonCode,
    bearerReason: 'So',
    lines: [line.id],
    ...amount,
  };
  await send(refundsContract.refundOrder, { as, params, body });
}

const atStripe = (intent: string): number =>
  bank()
    .refunds.filter((one) => one.intent === intent)
    .reduce((sum, { amount }) => sum + amount, 0);

const isDisputed = ({ disputes }: Sold): boolean =>
  disputes.some((id) => bank().disputes.get(id)?.status !== 'won');

/** Stripe gives back what is left, and nothing of what is disputed. */
async function refundAtDesk(one: Sold, pick: number): Promise<void> {
  const left = one.order.total - atStripe(one.intent);
  if (left === 0 || isDisputed(one)) return;
  await tell('refund.created', bank().refundAtDesk(one.intent, 1 + (pick % left)));
}

/** A bank takes back what was not given back. */
async function openDispute(one: Sold, pick: number): Promise<void> {
  const left = one.order.total - atStripe(one.intent);
  if (left === 0 || one.disputes.length > 0) return;
  const reason = pick % 2 === 0 ? 'fraudulent' : 'product_not_received';
  const dispute = bank().dispute(one.intent, { reason, amount: left });
  one.disputes.push(dispute.id);
  await tell('charge.dispute.created', dispute);
}

/** Everything that must be so after each step. */
async function expectSound({ sold }: World): Promise<void> {
  const { rows: unbalanced } = await sql`select posting from ledger_entries
    group by order_id, payout_id, posting, currency having sum(amount) <> 0`.execute(db());
  expect(unbalanced).toEqual([]);
  await expectBalances();
  for (const one of sold) await expectNoMoreThanPaid(one);
}

/** What stands for an organizer is what their sales, refunds and payments say, row by row. */
async function expectBalances(): Promise<void> {
  const { rows } = await sql<{ booked: string; earned: string }>`
    with earned as (
      select o.channel_id, sum(o.total - o.fee) - coalesce(sum((
          select sum((r.share->>'organizer')::bigint + (r.share->>'tax')::bigint) from refunds r
          where r.order_id = o.id and r.state in ('done', 'bounced'))), 0) as sum
      from orders o where o.paid_at is not null group by 1),
    booked as (
      select channel_id, -sum(amount) filter (where account in ('organizer', 'tax', 'payout')
        or (account = 'provider' and payout_id is not null)) as sum
      from ledger_entries where channel_id is not null group by 1)
    select coalesce(booked.sum, 0) as booked, earned.sum as earned
      from earned left join booked using (channel_id)`.execute(db());
  for (const { booked, earned } of rows) expect(Number(booked)).toBe(Number(earned));
}

async function expectNoMoreThanPaid({ order, intent, disputes, buyer }: Sold): Promise<void> {
  const lost = disputes
    .map((id) => bank().disputes.get(id))
    .filter((dispute) => dispute?.status === 'lost')
    .reduce((sum, dispute) => sum + (dispute?.amount ?? 0), 0);
  expect(atStripe(intent) + lost).toBeLessThanOrEqual(order.total);
  const now = await call(ordersContract.getOrder, { as: buyer, params: { id: order.id } });
  expect(now.refunded).toBeLessThanOrEqual(order.total);
  const rectified = now.invoices.reduce((sum, { total }) => sum + total, 0);
  expect(rectified).toBe(order.total - now.refunded);
}

async function aPair(): Promise<SomeProduct[]> {
  const one = await aPastShow();
  return [one, await aPastShow({ channel: one.channel })];
}

it('whatever happens, books add up, and nobody gets back more than they paid', async () => {
  overrideConfig({ OPERATOR_IBAN: 'ES7712341234161234567890' });
  const history = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(999)), {
    minLength: 15,
    maxLength: 30,
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(history, async (acts) => {
      const world: World = {
        admin: await anAdmin(),
        products: [await aPastShow(), await aPastShow()],
        pair: await aPair(),
        sold: [],
      };
      for (const [step, pick] of acts) {
        await act(world, step, pick);
        await expectSound(world);
      }
      await act(world, 'tellAgain', 0);
      const { differences } = await call(paymentsContract.checkLedger, { as: world.admin });
      expect(differences).toEqual([]);
      for (const { order, buyer } of world.sold) {
        const { refunds } = await call(ordersContract.getOrder, {
          as: buyer,
          params: { id: order.id },
        });
        for (const { origin, state } of refunds) seen.add(`${origin} ${state}`);
      }
    }),
    { numRuns: 8, seed: 47 },
  );
  // The histories went through every way in which money goes back.
  expect([...seen]).toEqual(
    expect.arrayContaining(['person done', 'provider done', 'dispute done']),
  );
}, 240_000);
