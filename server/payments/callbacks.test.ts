import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { providerEventsContract } from '#contract/provider-events.ts';
import { nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { keyFor } from '#server/platform/secrets.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { anOrder, pay } from '#test/factories/sales.ts';
import { app, call, refusal } from '#test/story.ts';
import { findCharge } from './providers/sandbox.store.ts';
import { isSigned, sign } from './providers/signature.ts';

const path = '/api/payments/sandbox/notify';
const seconds = () => Math.floor(nowMs() / 1000);
const bankKey = () => keyFor('sandbox callbacks');

async function deliver(rawBody: string, signature?: string) {
  const answer = await (await app()).inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'platea-signature': signature }),
    },
    payload: rawBody,
  });
  return { status: answer.statusCode, code: answer.body ? answer.json().code : null };
}

/** An order whose charge was approved without a word, and what the bank would have said. */
async function silentCharge() {
  const { order, buyer } = await anOrder();
  const waiting = await pay(buyer, order, 'lost');
  const charge = await findCharge(db(), waiting.payment?.id ?? '');
  if (!charge) throw new Error('no such charge');
  const { reference, orderId, amount, currency } = charge;
  const event = {
    id: `evt_${reference}`,
    type: 'charge.approved',
    reference,
    orderId,
    amount,
    currency,
    state: 'approved',
    failure: null,
  };
  const state = async () =>
    (await call(ordersContract.getOrder, { as: buyer, params: { id: order.id } })).state;
  return { event, state };
}

describe('a signature', () => {
  const key = Buffer.from('a key of the bank');
  const header = sign(key, '{"a":1}', 1000);
  it.each([
    ['is good', header, '{"a":1}', 1000, true],
    ['is good for five minutes', header, '{"a":1}', 1300, true],
    ['and no longer', header, '{"a":1}', 1301, false],
    ['nor from the future', header, '{"a":1}', 699, false],
    ['is for these bytes alone', header, '{"a":1} ', 1000, false],
    ['and this time alone', header.replace('t=1000', 't=1001'), '{"a":1}', 1000, false],
    [
      'may stand beside one of an older key',
      `${header.split(',')[0]},v1=00,${header.split(',')[1]}`,
      '{"a":1}',
      1000,
      true,
    ],
    ['must be there', 't=1000', '{"a":1}', 1000, false],
    ['must have a time', header.split(',')[1] ?? '', '{"a":1}', 1000, false],
    ['must not be empty', 't=1000,v1=', '{"a":1}', 1000, false],
    ['must not be endless', `${header},${'v1=0,'.repeat(300)}`, '{"a":1}', 1000, false],
  ])('%s', (_, given, rawBody, at, good) => {
    expect(isSigned(key, { header: given, rawBody, seconds: at })).toBe(good);
  });
});

describe('the bank calls back', () => {
  it('and the order is paid, once', async () => {
    const { event, state } = await silentCharge();
    const rawBody = JSON.stringify(event);
    for (let times = 0; times < 3; times += 1) {
      expect(await deliver(rawBody, sign(bankKey(), rawBody, seconds()))).toEqual({
        status: 204,
        code: null,
      });
    }
    expect(await state()).toBe('paid');
    const { count } = await db()
      .selectFrom('tickets')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('order_id', '=', event.orderId)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it('and is not believed without a good signature', async () => {
    const { event, state } = await silentCharge();
    const rawBody = JSON.stringify(event);
    const wrong = sign(Buffer.from('another key'), rawBody, seconds());
    const old = sign(bankKey(), rawBody, seconds() - 301);
    for (const signature of [undefined, '', 'nonsense', wrong, old]) {
      expect(await deliver(rawBody, signature)).toEqual({ status: 400, code: 'PAYMENT_SIGNATURE' });
    }
    const changed = rawBody.replace('1210', '1211');
    expect(await deliver(changed, sign(bankKey(), rawBody, seconds()))).toEqual({
      status: 400,
      code: 'PAYMENT_SIGNATURE',
    });
    expect(await state()).toBe('pending');
  });

  it('and is not believed when amount, currency or order are not ours', async () => {
    const { event, state } = await silentCharge();
    const other = (await anOrder()).order.id;
    for (const change of [
      { amount: 1 },
      { currency: 'USD' },
      { orderId: other },
      { state: 'delivered' },
      { orderId: 'x' },
    ]) {
      const rawBody = JSON.stringify({ ...event, ...change });
      expect(await deliver(rawBody, sign(bankKey(), rawBody, seconds()))).toEqual({
        status: 400,
        code: 'CALLBACK_INVALID',
      });
    }
    const nonsense = '{"half":';
    expect(await deliver(nonsense, sign(bankKey(), nonsense, seconds()))).toEqual({
      status: 400,
      code: 'CALLBACK_INVALID',
    });
    expect(await state()).toBe('pending');
    const seen = await call(providerEventsContract.listProviderEvents, {
      as: await anAdmin(),
      query: { q: event.orderId },
    });
    expect(seen.items).toMatchObject([{ state: 'refused', outcome: 'unreadable' }]);
  });

  it('and of a payment that is none of ours it is kept, changes nothing, and is not told again', async () => {
    const { event, state } = await silentCharge();
    const id = `evt_${crypto.randomUUID()}`;
    const rawBody = JSON.stringify({ ...event, id, reference: crypto.randomUUID() });
    expect(await deliver(rawBody, sign(bankKey(), rawBody, seconds()))).toEqual({
      ...{ status: 204, code: null },
    });
    expect(await state()).toBe('pending');
    const as = await anAdmin();
    const { items } = await call(providerEventsContract.listProviderEvents, {
      as,
      query: { q: id },
    });
    expect(items).toMatchObject([{ state: 'kept', outcome: 'no_payment' }]);
  });

  it('in no other form than JSON of a sensible size', async () => {
    const answer = await (await app()).inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    });
    expect(answer.statusCode).toBe(415);
    expect((await deliver('x'.repeat(30_000), 't=1,v1=0')).status).toBe(413);
  });
});

describe('the books of payments', () => {
  it('are for administrators', async () => {
    const as = await aViewer();
    for (const endpoint of [
      paymentsContract.checkLedger,
      paymentsContract.checkInvoiceRecords,
      providerEventsContract.listProviderEvents,
    ]) {
      expect(await refusal(endpoint, { as })).toEqual({ status: 403, code: 'FORBIDDEN' });
      expect((await refusal(endpoint)).status).toBe(401);
    }
  });

  it('say which cards the sandbox takes', async () => {
    const { payments } = await call(paymentsContract.getPaymentMethods);
    expect(payments).toMatchObject({ providers: ['sandbox'], sandbox: true });
    expect(payments.cards).toHaveLength(7);
  });
});
