import { expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
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
