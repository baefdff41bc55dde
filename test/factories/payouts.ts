import { afterAll, afterEach, beforeAll } from 'vitest';
import { myPayoutsContract } from '#contract/my-payouts.ts';
import { type PayoutRun, payoutsContract } from '#contract/payouts.ts';
import { refundsContract } from '#contract/refunds.ts';
import { useClock as setClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { call } from '#test/story.ts';
import { anAdmin, type Someone } from './accounts.ts';
import { aProduct, type ProductGiven, type SomeProduct } from './catalog.ts';
import { aPaidOrder } from './sales.ts';

/** When people buy, when the show is, and when what it earned is due: all in Central Europe's time. */
export const days = {
  bought: '2026-11-05T10:00:00Z',
  shown: '2026-11-10T19:00:00Z',
  due: '2026-12-01T08:00:00Z',
} as const;

/** A product whose one showing is over when the month is. */
export const aPastShow = (given: ProductGiven = {}): Promise<SomeProduct> =>
  aProduct({ sessions: [{ startsAt: days.shown, capacity: 50 }], ...given });

/** A sale of November, seen from the first of December. 12.10 with 1.54 of fee unless told. */
export async function aDueSale(given: { product?: SomeProduct; price?: number } = {}) {
  setClock(days.bought);
  const product = given.product ?? (await aPastShow());
  const form = given.price === undefined ? {} : { expectedTotal: given.price };
  const sold = await aPaidOrder({ product, form });
  setClock(days.due);
  return sold;
}

/** What is due as a new run, by an administrator. */
export async function aRun(as?: Someone): Promise<{ run: PayoutRun; admin: Someone }> {
  const admin = as ?? (await anAdmin());
  return { run: await call(payoutsContract.collectPayouts, { as: admin }), admin };
}

type Step = 'approvePayoutRun' | 'exportPayoutRun' | 'settlePayoutRun' | 'dropPayoutRun';

/** Takes a run through these steps; answers it as it is then. */
export async function taken(run: PayoutRun, as: Someone, steps: Step[]): Promise<PayoutRun> {
  let now = run;
  for (const step of steps) now = await call(payoutsContract[step], { as, params: { id: run.id } });
  return now;
}

/** What takes a run to its end. */
export const toPaid: Step[] = ['approvePayoutRun', 'exportPayoutRun', 'settlePayoutRun'];

/** The payment of a run that goes to whoever sells this. */
export const lineOf = (run: PayoutRun, { channel }: SomeProduct) =>
  run.lines.find((line) => line.channel.id === channel.id);

/** Another account, as its owner would have typed it. */
export const setIban = (product: SomeProduct, iban: string) =>
  db()
    .updateTable('channels')
    .set({ billing_iban: iban })
    .where('id', '=', product.channel.id)
    .execute();

/** What an organizer sees of their own. */
export const mine = (as: Someone) => call(myPayoutsContract.listMyPayouts, { as });

/** Money given back, all of it unless told. */
export const giveBack = (as: Someone, id: string, amount?: number) =>
  call(refundsContract.refundOrder, {
    as,
    params: { id },
    body: { reason: 'A quarrel', ...(amount ? { amount } : {}) },
  });

/** An account that is good everywhere. */
const goodIban = 'ES9121000418450200051332';

/** Neither an open run nor an account that stops one is left for whoever comes next. */
export async function dropOpenRuns(): Promise<void> {
  setClock(days.due);
  const as = await anAdmin();
  const { items } = await call(payoutsContract.listPayoutRuns, { as });
  for (const { id, state } of items) {
    if (state !== 'collected' && state !== 'approved') continue;
    await call(payoutsContract.dropPayoutRun, { as, params: { id } });
  }
  await db().updateTable('channels').set({ billing_iban: goodIban }).execute();
  await db()
    .updateTable('payouts')
    .set({ account_confirmed_at: days.due })
    .where('state', '=', 'returned')
    .execute();
}

/** For a file of stories: the site pays from an account, its sandbox's money counts, and no run is left over. */
export function withOperatorAccount(): void {
  const { DEMO, OPERATOR_IBAN } = config();
  beforeAll(() => overrideConfig({ DEMO: true, OPERATOR_IBAN: 'ES7712341234161234567890' }));
  afterAll(() => overrideConfig({ DEMO, OPERATOR_IBAN }));
  afterEach(dropOpenRuns);
}
