import { beforeEach, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { soldOrderContract } from '#contract/sold-order.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { keepJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { keepLog } from '#test/kept-log.ts';
import { call } from '#test/story.ts';
import { byStripe } from '#test/stripe-story.ts';
import { expireOrders } from '../close-order.ts';
import { retryRefunds } from './retry-refunds.ts';

const { bank, tell, sent, paid } = byStripe();
beforeEach(() => {
  useClock('2026-11-27T10:00:00Z');
  bank().refundsToFail = 0;
});

const read = (as: Someone, { id }: { id: string }) =>
  call(ordersContract.getOrder, { as, params: { id } });
/** What is told of its money that goes back, by whom and how many minutes after ten. */
const toldOf = async (as: Someone, { id }: { id: string }) => {
  const { history, refunds } = await call(soldOrderContract.getSoldOrder, { as, params: { id } });
  const told = history.filter(({ what }) => what.startsWith('refund'));
  const minutes = (at: string) => (Date.parse(at) - Date.parse('2026-11-27T10:00:00Z')) / 60_000;
  return { refunds, told, lines: told.map(({ what, by, at }) => [minutes(at), what, by]) };
};
const later = (minutes: number) => useClock(now().add({ minutes }));
const refundsAt = (intent: string) => bank().refunds.filter((one) => one.intent === intent);
const givenBy = (intent: string) =>
  refundsAt(intent).filter(({ status }) => status === 'succeeded').length;
const expectSoundBooks = async () =>
  expect(await call(paymentsContract.checkLedger, { as: await anAdmin() })).toMatchObject({
    differences: [],
  });

/** A sale of which a part is asked back, and fails as often as this as it is made. */
async function askedBack(times: number, amount = 500) {
  const made = await paid();
  bank().refundsToFail = times;
  const admin = await anAdmin();
  const asked = { as: admin, params: { id: made.order.id } };
  await call(refundsContract.refundOrder, {
    ...asked,
    body: { reason: 'The sound was off', amount },
  });
  return { ...made, admin };
}

it('a refund that failed at first and was made at the second try is done, whatever is told of the first', async () => {
  const { order, admin, intent } = await askedBack(1);
  await runKeptJobs();
  expect(refundsAt(intent).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  await tell('refund.failed', refundsAt(intent)[0]);
  expect((await read(admin, order)).refunds).toMatchObject([{ state: 'done', amount: 500 }]);
  await expectSoundBooks();
});

it('a refund that has failed is not made after that by its own job', async () => {
  keepJobs();
  const { order, admin, intent } = await askedBack(1);
  await tell('refund.failed', refundsAt(intent)[0]);
  expect((await read(admin, order)).refunds).toMatchObject([{ state: 'failed' }]);
  await runKeptJobs();
  await retryRefunds();
  expect(givenBy(intent)).toBe(0);
});

/** Money that bought nothing, whose refund failed as it was made. */
async function strandedMoney() {
  const product = await aProduct({ sessions: [{ capacity: 1 }] });
  const late = await sent({ product });
  useClock(now().add({ minutes: 16 }));
  await expireOrders();
  await paid({ product });
  bank().refundsToFail = 1;
  await tell('checkout.session.completed', bank().pay(late.sessionId));
  await expect(runKeptJobs()).rejects.toThrow('could not carry out');
  await runKeptJobs();
  const admin = await anAdmin();
  await tell('refund.failed', refundsAt(late.intent)[0]);
  const [refund] = (await read(admin, late.order)).refunds;
  if (refund?.state !== 'failed') throw new Error(`it has not failed: ${refund?.state}`);
  const again = () =>
    call(refundsContract.askRefundAgain, { as: admin, params: { id: refund.id } });
  return { ...late, admin, again };
}

it('one that was asked for anew and comes back from the bank is bounced', async () => {
  const { order, admin, intent, again } = await strandedMoney();
  expect((await again()).refunds).toMatchObject([{ state: 'done' }]);
  const second = refundsAt(intent).at(-1);
  if (!second) throw new Error('it was not made again');
  second.status = 'failed';
  await tell('refund.failed', second);
  expect((await read(admin, order)).refunds).toMatchObject([{ state: 'bounced' }]);
  await expectSoundBooks();
});

it('one that was asked for anew and fails again has failed again', async () => {
  const { order, admin, intent, again } = await strandedMoney();
  bank().refundsToFail = 9;
  await again();
  await tell('refund.failed', refundsAt(intent).at(-1));
  expect((await read(admin, order)).refunds).toMatchObject([{ state: 'failed' }]);
  expect(givenBy(intent)).toBe(0);
});

it('one that was returned in another way and is carried out too is kept, and changes nothing', async () => {
  keepJobs();
  const { order, admin, intent } = await askedBack(1, 1210);
  const [first] = refundsAt(intent);
  if (!first) throw new Error('it was not asked for');
  await tell('refund.failed', first);
  const [refund] = (await read(admin, order)).refunds;
  const params = { id: refund?.id ?? '' };
  const returned = await call(refundsContract.returnOtherwise, { as: admin, params });
  const lines = keepLog();
  first.status = 'succeeded';
  expect(await tell('refund.updated', first)).toBe(204);
  expect(await tell('refund.updated', first)).toBe(204);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'a refund that was returned in another way was carried out too',
  ]);
  const after = await read(admin, order);
  expect(after).toMatchObject({ state: 'refunded', refunded: 1210, refunds: [{ state: 'done' }] });
  expect(after.invoices).toEqual(returned.invoices);
  await runKeptJobs();
  expect(givenBy(intent)).toBe(1);
  await expectSoundBooks();
});

it('the history tells when a refund failed, and of what', async () => {
  keepJobs();
  const { order, product, admin, intent } = await askedBack(1);
  later(5);
  await tell('refund.failed', refundsAt(intent)[0]);
  const { lines, told, refunds } = await toldOf(product.owner, order);
  expect(lines).toEqual([
    [0, 'refundBegun', 'administrator'],
    [5, 'refundFailed', 'provider'],
  ]);
  expect(told[1]).toMatchObject({ amount: 500, said: product.title, name: null });
  expect(refunds).toMatchObject([{ state: 'failed', failedAt: told[1]?.at, bouncedAt: null }]);
  // Told again it has failed no later.
  later(5);
  await tell('refund.updated', refundsAt(intent)[0]);
  expect((await toldOf(admin, order)).lines).toEqual(lines);
});

it('the history tells when money came back from the bank, and that it had gone before that', async () => {
  const { order, product, intent } = await askedBack(0);
  later(5);
  const [first] = refundsAt(intent);
  if (!first) throw new Error('it was not made');
  first.status = 'failed';
  await tell('refund.failed', first);
  const bounced = [
    [0, 'refundBegun', 'administrator'],
    [0, 'refunded', 'provider'],
    [5, 'refundCameBack', 'provider'],
  ];
  const { lines, told, refunds } = await toldOf(product.owner, order);
  expect(lines).toEqual(bounced);
  expect(told[2]).toMatchObject({ amount: 500, said: product.title });
  expect(refunds).toMatchObject([{ state: 'bounced', bouncedAt: told[2]?.at, failedAt: null }]);
  // Its money is sent once more, at the provider's desk.
  later(5);
  await tell('refund.created', bank().refundAtDesk(intent, 500));
  expect((await toldOf(product.owner, order)).lines).toEqual([
    ...bounced,
    [10, 'refunded', 'provider'],
  ]);
});

it('the history tells of one that was asked for anew: begun, failed, asked for anew, refunded', async () => {
  const { order, admin, intent, again } = await strandedMoney();
  const before = [
    [16, 'refundBegun', 'site'],
    [16, 'refundFailed', 'provider'],
  ];
  expect((await toldOf(admin, order)).lines).toEqual(before);
  later(4);
  await again();
  const { lines, told, refunds } = await toldOf(admin, order);
  const done = [...before, [20, 'refundAgain', 'administrator'], [20, 'refunded', 'provider']];
  expect(lines).toEqual(done);
  expect(told[2]?.name).toMatch(/\S/);
  expect(refunds).toMatchObject([{ requestedAt: told[0]?.at, askedAnewAt: told[2]?.at }]);
  later(5);
  const second = refundsAt(intent).at(-1);
  if (!second) throw new Error('it was not made again');
  second.status = 'failed';
  await tell('refund.failed', second);
  expect((await toldOf(admin, order)).lines).toEqual([...done, [25, 'refundCameBack', 'provider']]);
});

it('the history tells of one that fails again when it failed last', async () => {
  const { order, admin, intent, again } = await strandedMoney();
  bank().refundsToFail = 9;
  later(4);
  await again();
  later(5);
  await tell('refund.failed', refundsAt(intent).at(-1));
  expect((await toldOf(admin, order)).lines).toEqual([
    [16, 'refundBegun', 'site'],
    [20, 'refundAgain', 'administrator'],
    [25, 'refundFailed', 'provider'],
  ]);
});
