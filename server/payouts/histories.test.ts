import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { payoutsContract } from '#contract/payouts.ts';
import { refundsContract } from '#contract/refunds.ts';
import { refundReasons } from '#contract/shared/refunds.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import type { SomeProduct } from '#test/factories/catalog.ts';
import { aDueSale, aPastShow } from '#test/factories/payouts.ts';
import { aRate } from '#test/factories/rates.ts';
import { call, send } from '#test/story.ts';

beforeAll(() => overrideConfig({ DEMO: true, OPERATOR_IBAN: 'ES7712341234161234567890' }));

const steps = [
  'sell',
  'sell',
  'giveBackAll',
  'giveBackPart',
  'advance',
  'advance',
  'advance',
  'hold',
  'drop',
  'return',
] as const;
type Step = (typeof steps)[number];

type World = { admin: Someone; products: SomeProduct[]; orders: string[] };

const newestRun = async ({ admin }: World) =>
  (await call(payoutsContract.listPayoutRuns, { as: admin })).items[0];

/** Does one thing, or is refused: both leave books that add up. */
async function act(world: World, step: Step, pick: number): Promise<void> {
  const { admin: as, products, orders } = world;
  if (step === 'sell') {
    const product = products[pick % products.length];
    const { order } = await aDueSale(product ? { product } : {});
    orders.push(order.id);
    return;
  }
  if (step === 'giveBackAll' || step === 'giveBackPart') {
    const id = orders[pick % Math.max(orders.length, 1)];
    if (!id) return;
    const amount = step === 'giveBackPart' ? { amount: 1 + (pick % 700) } : {};
    const reasonCode = refundReasons[pick % refundReasons.length];
    const body = { reason: 'A quarrel', reasonCode, ...amount };
    await send(refundsContract.refundOrder, { as, params: { id }, body });
    return;
  }
  await actOnRun(world, step, pick);
}

const next = {
  collected: payoutsContract.approvePayoutRun,
  approved: payoutsContract.exportPayoutRun,
  exported: payoutsContract.settlePayoutRun,
} as const;

async function actOnRun(world: World, step: Step, pick: number): Promise<void> {
  const { admin: as } = world;
  const run = await newestRun(world);
  const params = { id: run?.id ?? '' };
  if (step === 'advance') {
    const isOver = !run || run.state === 'paid' || run.state === 'dropped';
    if (isOver) await send(payoutsContract.collectPayouts, { as });
    else await send(next[run.state as keyof typeof next], { as, params });
    return;
  }
  if (!run) return;
  if (step === 'drop') return void (await send(payoutsContract.dropPayoutRun, { as, params }));
  const { lines } = await call(payoutsContract.getPayoutRun, { as, params });
  const line = lines[pick % Math.max(lines.length, 1)];
  if (!line) return;
  const endpoint = step === 'hold' ? payoutsContract.holdPayout : payoutsContract.returnPayout;
  await send(endpoint, { as, params: { id: line.id }, body: { reason: 'Because' } });
  // Else nothing would ever go there again.
  const isRight = step === 'return' && pick % 2 === 0;
  if (isRight) await send(payoutsContract.confirmPayoutAccount, { as, params: { id: line.id } });
}

/** By channel and currency: sales, refunds and fees by the orders; what is paid and open by the books. */
async function standing() {
  const { rows } = await sql<Record<string, string>>`
    with sold as (
      select o.channel_id, o.currency, sum(o.total) as sales, sum(o.fee) as fees
      from orders o where o.paid_at is not null group by 1, 2),
    back as (
      select o.channel_id, o.currency, sum(r.amount) as refunds,
        sum((r.share->>'fee')::bigint) as fees, sum((r.share->>'platform')::bigint) as covered
      from refunds r join orders o on o.id = r.order_id where r.state = 'done' group by 1, 2),
    booked as (
      select channel_id, currency, sum(amount) as off,
        -sum(amount) filter (where account in ('organizer', 'tax')) as open,
        -sum(amount) filter (where account = 'payout') as on_the_way,
        -sum(amount) filter (where account = 'provider' and payout_id is not null) as paid
      from ledger_entries group by 1, 2)
    select booked.off, coalesce(open, 0) + coalesce(on_the_way, 0) + coalesce(paid, 0) as stands,
      sold.sales - coalesce(back.refunds, 0) - sold.fees + coalesce(back.fees, 0)
        + coalesce(back.covered, 0) as earned
    from booked join sold using (channel_id, currency)
      left join back using (channel_id, currency)`.execute(db());
  return rows.map((row) => ({
    off: Number(row.off),
    stands: Number(row.stands),
    earned: Number(row.earned),
  }));
}

it('whatever happens, what is paid and open is what was sold, less refunds and fees', async () => {
  const currencies = ['EUR', 'JPY'] as const;
  const history = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(999)), {
    minLength: 15,
    maxLength: 30,
  });
  await aRate('JPY', 160_000_000);
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(history, async (acts) => {
      const products = await Promise.all(currencies.map((currency) => aPastShow({ currency })));
      const world = { admin: await anAdmin(), products, orders: [] };
      for (const [step, pick] of acts) {
        await act(world, step, pick);
        for (const { off, stands, earned } of await standing()) {
          expect([off, stands]).toEqual([0, earned]);
        }
        seen.add((await newestRun(world))?.state ?? 'none');
      }
    }),
    { numRuns: 8, seed: 41 },
  );
  // The histories went through everything that can happen to a run.
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(['approved', 'collected', 'dropped', 'exported', 'paid']),
  );
}, 120_000);
