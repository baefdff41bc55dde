import { expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { toldTo } from '#test/books.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aRate } from '#test/factories/rates.ts';
import { aCartOrder } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';
import { byStripe } from '#test/stripe-story.ts';
import { carryOutRefund } from './refund-payment.ts';

const { bank, tell, paid } = byStripe();

/** A sale of which 5.00 were asked back; answers how often Stripe gave them. */
async function askedBack(during: (intent: string) => void = () => undefined) {
  const { order, intent, buyer } = await paid();
  during(intent);
  const params = { id: order.id };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { reason: 'The sound was off', amount: 500 };
  const asked = { as: await anAdmin(), params, body, headers };
  const ask = () => call(refundsContract.refundOrder, asked);
  await ask();
  const now = await call(ordersContract.getOrder, { as: buyer, params });
  const key = now.refunds[0]?.id ?? '';
  const request = { paymentId: order.payment?.id ?? '', amount: 500, key };
  const given = () => bank().refunds.filter((one) => one.intent === intent);
  return { ask, request, given, intent };
}

it('a refund that was done is not asked for again, though Stripe has forgotten its key', async () => {
  const { ask, request, given } = await askedBack();
  bank().keys.clear();
  await carryOutRefund(request);
  expect(given()).toHaveLength(1);
  const [refund] = given();
  if (!refund) throw new Error('no refund');
  refund.status = 'failed';
  await tell('refund.failed', refund);
  bank().keys.clear();
  await carryOutRefund(request);
  await ask();
  expect(given()).toHaveLength(1);
});

it('a refund whose answer was lost is found at Stripe by our key, however long ago', async () => {
  const { request, given, intent } = await askedBack(() => {
    bank().fault = 'down';
  });
  bank().fault = null;
  expect(given()).toEqual([]);
  Object.assign(bank().refundAtDesk(intent, 500), { metadata: { key: request.key } });
  await carryOutRefund(request);
  expect(given()).toHaveLength(1);
});

it('a part that Stripe does not take as it is, is refused on the form', async () => {
  await aRate('KWD', 333_300);
  const product = await aProduct({ currency: 'KWD', price: 5120 });
  const { order } = await paid({ product, form: { expectedTotal: 5120 } });
  const asked = { as: await anAdmin(), params: { id: order.id } };
  const back = (amount: number) => ({ ...asked, body: { reason: 'The sound was off', amount } });
  expect(await refusal(refundsContract.refundOrder, back(1234))).toMatchObject({
    ...{ code: 'VALIDATION', fields: { amount: 'invalid' } },
  });
  expect((await call(refundsContract.refundOrder, back(1230))).refunds).toMatchObject([
    { amount: 1230, state: 'done' },
  ]);
});

/** Two shows in dinars of which Stripe takes the sum as it is, and neither alone; paid. */
async function twoInDinars() {
  await aRate('KWD', 333_300);
  const gone = await aProduct({ currency: 'KWD', price: 5125 });
  const kept = await aProduct({ currency: 'KWD', price: 5125, channel: gone.channel });
  const expectedTotal = 5125;
  const { order, buyer } = await aCartOrder([gone, kept], {
    items: [{ expectedTotal }, { expectedTotal }],
  });
  const params = { id: order.id };
  const sent = await call(ordersContract.payOrder, {
    ...{ as: buyer, params, body: { provider: 'stripe' } as const },
  });
  const sessionId = sent.payment?.place?.url.split('/').at(-1) ?? '';
  await tell('checkout.session.completed', bank().pay(sessionId));
  return { order, buyer, gone, params };
}

it('a line that Stripe does not take as it is, is refused like a part', async () => {
  const { order, params } = await twoInDinars();
  const lines = [order.lines[0]?.id ?? ''];
  const asked = { as: await anAdmin(), params, body: { reason: 'The sound was off', lines } };
  expect(await refusal(refundsContract.refundOrder, asked)).toMatchObject({
    ...{ code: 'VALIDATION', fields: { amount: 'invalid' } },
  });
});

it('a line of a cancelled show that Stripe does not take is returned in another way', async () => {
  const admin = await anAdmin();
  const { gone, params } = await twoInDinars();
  const asked = bank().asked.length;
  await call(catalogContract.cancelSession, {
    as: gone.owner,
    params: { slug: gone.slug, sessionId: gone.sessions[0]?.id ?? '' },
    body: { reason: 'The singer has lost her voice.' },
  });
  await runKeptJobs();
  const { refunds } = await call(ordersContract.getOrder, { as: admin, params });
  expect(refunds).toMatchObject([
    { amount: 5125, state: 'failed', can: { returnOtherwise: true } },
  ]);
  expect(bank().asked).toHaveLength(asked);
  expect((await toldTo(admin, 'refund_failed'))[0]?.content).toContain('does not take this amount');
  const settled = { id: refunds[0]?.id ?? '' };
  const back = await call(refundsContract.returnOtherwise, { as: admin, params: settled });
  expect(back).toMatchObject({ state: 'partly_refunded', refunded: 5125 });
});
