import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { nowMs, useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anOrder, cardOf, cards } from '#test/factories/sales.ts';
import { aThingOrder } from '#test/factories/shipments.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call, refusal } from '#test/story.ts';
import type { StripeServer } from '#test/stripe-server.ts';
import { byStripe } from '#test/stripe-story.ts';

const { bank, deliver } = byStripe();

const payBy = (buyer: Someone, id: string) =>
  call(ordersContract.payOrder, { as: buyer, params: { id }, body: { provider: 'stripe' } });
const read = (buyer: Someone, id: string) =>
  call(ordersContract.getOrder, { as: buyer, params: { id } });
const back = (buyer: Someone, id: string) =>
  call(ordersContract.comeBack, { as: buyer, params: { id }, body: {} });

/** An order whose buyer was sent to Stripe's page. */
async function sentToStripe(given: Parameters<typeof anOrder>[0] = {}) {
  const { order, buyer, product } = await anOrder(given);
  const sent = await payBy(buyer, order.id);
  const sessionId = sent.payment?.place?.url.split('/').at(-1) ?? '';
  return { order, buyer, product, sent, sessionId };
}

const later = (minutes: number) => {
  const from = nowMs();
  useClock(Temporal.Instant.fromEpochMilliseconds(from + minutes * 60_000));
};

describe('paying by Stripe', () => {
  it('tells them no code, which may open what is private', async () => {
    const product = await aProduct();
    const code = await aCode(product);
    await sentToStripe({ product, form: { code, expectedTotal: 605 } });
    const form = bank().asked.at(-1)?.form;
    expect(form?.get('line_items[0][price_data][unit_amount]')).toBe('605');
    expect(JSON.stringify([...(form ?? [])])).not.toContain(code);
  });

  it('leads to their page with the sum that the button says, and opens the show when they tell', async () => {
    const { order, buyer, sent, sessionId } = await sentToStripe();
    expect(sent).toMatchObject({ state: 'pending', next: { kind: 'leave' } });
    const { form, key } = bank().asked.at(-1) as StripeServer['asked'][0];
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '1210',
      'metadata[orderId]': order.id,
      'line_items[0][price_data][product_data][name]': `${order.number} · ${order.lines[0]?.title}`,
      customer_email: buyer.email,
    });
    const noted = db().selectFrom('payments').select('is_trial').where('order_id', '=', order.id);
    expect(await noted.executeTakeFirst()).toEqual({ is_trial: true });
    // What takes days holds no seat; which of the others there are is the account's own business.
    const left = [...form].filter(([name]) => name.startsWith('excluded_payment_method_types'));
    expect(left.map(([, way]) => way)).toEqual(expect.arrayContaining(['sepa_debit', 'boleto']));
    expect(left.map(([, way]) => way)).not.toContain('card');
    expect([...form.keys()].filter((name) => name.startsWith('payment_method_types'))).toEqual([]);
    expect(form.get('client_reference_id')).toBe(key);
    const back = new URL(form.get('success_url') ?? '');
    const { productSlug, session: shown } = order.lines[0] ?? {};
    expect(back.pathname).toBe(`/products/${productSlug}/checkout`);
    expect(Object.fromEntries(back.searchParams)).toEqual({ session: shown?.id, order: order.id });
    const session = bank().pay(sessionId);
    expect(await deliver(bank().event('checkout.session.completed', session))).toBe(204);
    const paid = await read(buyer, order.id);
    expect(paid).toMatchObject({ state: 'paid', next: { kind: 'done' } });
    expect(paid.payment).toMatchObject({ provider: 'stripe', state: 'paid', lastFour: '4242' });
    expect(paid.payment?.place).toBeNull();
    expect(paid.invoices).toHaveLength(1);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('leads back to where it was chosen: a thing with its parcel is beside its product', async () => {
    const { order, buyer, thing } = await aThingOrder();
    await payBy(buyer, order.id);
    const { form } = bank().asked.at(-1) as StripeServer['asked'][0];
    expect(form.get('cancel_url')).toContain(`/products/${thing.slug}/checkout?order=${order.id}`);
  });

  it('is known at once when the buyer is back, though the notice was lost', async () => {
    const { order, buyer, sessionId } = await sentToStripe();
    expect(await back(buyer, order.id)).toMatchObject({ next: { kind: 'leave' } });
    bank().pay(sessionId);
    expect(await back(buyer, order.id)).toMatchObject({ state: 'paid' });
  });

  it('is found out by the clock when neither notice nor buyer comes', async () => {
    const { order, buyer, sessionId } = await sentToStripe();
    bank().pay(sessionId);
    later(2);
    await reconcilePayments();
    expect(await read(buyer, order.id)).toMatchObject({ state: 'paid' });
  });

  it('has one effect however often and in whatever order it is told', async () => {
    const { order, buyer, sessionId } = await sentToStripe();
    const opened = structuredClone(bank().sessions.get(sessionId));
    const paid = bank().pay(sessionId);
    const notice = bank().event('checkout.session.completed', paid);
    expect(await Promise.all([deliver(notice), deliver(notice), deliver(notice)])).toEqual([
      204, 204, 204,
    ]);
    // An event that was made before the payment, and arrives after it.
    expect(await deliver(bank().event('checkout.session.expired', opened))).toBe(204);
    const now = await read(buyer, order.id);
    expect(now).toMatchObject({ state: 'paid', refunded: 0 });
    expect(now.invoices).toHaveLength(1);
  });

  it('may take days: the ticket comes with the money, or not at all', async () => {
    for (const comes of [true, false]) {
      const { order, buyer, sessionId } = await sentToStripe();
      await deliver(bank().event('checkout.session.completed', bank().pay(sessionId, 'later')));
      expect(await read(buyer, order.id)).toMatchObject({ state: 'pending' });
      const type = `checkout.session.async_payment_${comes ? 'succeeded' : 'failed'}`;
      await deliver(bank().event(type, bank().decide(sessionId, comes)));
      const { state, payment } = await read(buyer, order.id);
      expect([state, payment?.state, payment?.failure]).toEqual(
        comes ? ['paid', 'paid', null] : ['pending', 'declined', 'card_declined'],
      );
    }
  });

  it('gives way to another try: the page of the one before is closed', async () => {
    const { order, buyer, sessionId } = await sentToStripe();
    const again = await payBy(buyer, order.id);
    expect(bank().sessions.get(sessionId)?.status).toBe('expired');
    expect(again.payment?.place?.url).not.toContain(sessionId);
    // It was paid in another window meanwhile: then it does not give way.
    bank().pay(again.payment?.place?.url.split('/').at(-1) ?? '');
    const body = { provider: 'stripe' } as const;
    const params = { id: order.id };
    expect(await refusal(ordersContract.payOrder, { as: buyer, params, body })).toMatchObject({
      code: 'ORDER_STATE',
    });
    expect(await back(buyer, order.id)).toMatchObject({ state: 'paid' });
  });

  it('ends when nobody pays on their page', async () => {
    const { order, buyer, sessionId } = await sentToStripe();
    await deliver(bank().event('checkout.session.expired', bank().expire(sessionId)));
    const { payment, next } = await read(buyer, order.id);
    expect([payment?.state, payment?.failure, next.kind]).toEqual([
      'declined',
      'not_confirmed',
      'pay',
    ]);
  });

  it('too late is honoured while the seat is free, and goes back when it is not', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { order, buyer } = await anOrder({ product });
    const sent = await payBy(buyer, order.id);
    later(16);
    const other = await aViewer();
    const second = await anOrder({ product, buyer: other });
    const taken = await payBy(other, second.order.id);
    const idOf = (one: typeof sent) => one.payment?.place?.url.split('/').at(-1) ?? '';
    await deliver(bank().event('checkout.session.completed', bank().pay(idOf(taken))));
    const lateSession = bank().pay(idOf(sent));
    await deliver(bank().event('checkout.session.completed', lateSession));
    await runKeptJobs();
    expect(await read(other, second.order.id)).toMatchObject({ state: 'paid' });
    expect((await read(buyer, order.id)).state).not.toBe('paid');
    expect(bank().refunds).toContainEqual(
      expect.objectContaining({ intent: lateSession.payment_intent.id, amount: 1210 }),
    );
  });

  it('goes back to the same card, once for each key', async () => {
    const { order, buyer, sessionId } = await sentToStripe();
    const { payment_intent: intent } = bank().pay(sessionId);
    await back(buyer, order.id);
    const as = await anAdmin();
    const refund = {
      as,
      params: { id: order.id },
      body: { reason: 'The show fell through', amount: 40 },
    };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await call(refundsContract.refundOrder, { ...refund, headers });
    await call(refundsContract.refundOrder, { ...refund, headers });
    await runKeptJobs();
    expect(
      bank()
        .refunds.filter((one) => one.intent === intent.id)
        .map(({ amount }) => amount),
    ).toEqual([40]);
    expect(await read(buyer, order.id)).toMatchObject({ state: 'partly_refunded', refunded: 40 });
  });
});

describe('Stripe', () => {
  it('down: the buyer hears it, and pays by the next press', async () => {
    const { order, buyer } = await anOrder();
    bank().fault = 'down';
    const body = { provider: 'stripe' } as const;
    const asked = { as: buyer, params: { id: order.id }, body };
    expect(await refusal(ordersContract.payOrder, asked)).toMatchObject({ code: 'PAYMENT_ERROR' });
    bank().fault = null;
    const sent = await payBy(buyer, order.id);
    expect(sent.next.kind).toBe('leave');
  });

  it('says what asks nothing of us: it is kept and changes nothing', async () => {
    const notice = bank().event('customer.created', { id: 'cus_1', object: 'customer' });
    expect(await deliver(notice)).toBe(204);
    const rows = await db()
      .selectFrom('provider_events')
      .select(['type', 'state'])
      .where('event_id', '=', JSON.parse(notice.rawBody).id)
      .execute();
    expect(rows).toEqual([{ type: 'customer.created', state: 'kept' }]);
  });
});

describe('refused is', () => {
  it('a notice that is forged, changed, old, or signed with another key', async () => {
    const { sessionId } = await sentToStripe();
    const good = bank().event('checkout.session.completed', bank().pay(sessionId));
    const changed = { ...good, rawBody: good.rawBody.replace('1210', '1') };
    const old = bank().event('checkout.session.completed', {}, { at: Date.now() - 301_000 });
    const bad = [
      { ...good, signature: '' },
      { ...good, signature: 't=1,v1=00' },
      { ...good, signature: good.signature.replace(/v1=../, 'v1=zz') },
      changed,
      old,
    ];
    for (const notice of bad) expect(await deliver(notice)).toBe(400);
  });

  it('a notice of another sum or of another order', async () => {
    const { order, buyer, sessionId } = await sentToStripe();
    const session = bank().pay(sessionId);
    const tell = () => deliver(bank().event('checkout.session.completed', session));
    session.amount_total = 1;
    expect(await tell()).toBe(400);
    Object.assign(session, { amount_total: 1210, currency: 'usd' });
    expect(await tell()).toBe(400);
    Object.assign(session, { currency: 'eur', metadata: { orderId: crypto.randomUUID() } });
    expect(await tell()).toBe(400);
    // The same account may sell elsewhere too.
    Object.assign(session, { metadata: {} });
    expect(await tell()).toBe(204);
    expect(await read(buyer, order.id)).toMatchObject({ state: 'pending' });
  });

  it('a card of the sandbox while a real provider takes the payments', async () => {
    const { order, buyer } = await anOrder();
    const body = { card: cardOf(cards.approve) };
    const asked = { as: buyer, params: { id: order.id }, body };
    expect(await refusal(ordersContract.payOrder, asked)).toMatchObject({ code: 'PAYMENT_ERROR' });
  });

  it('coming back with the order of somebody else', async () => {
    const { order } = await sentToStripe();
    const as = await aViewer();
    expect(
      await refusal(ordersContract.comeBack, { as, params: { id: order.id }, body: {} }),
    ).toMatchObject({ code: 'SERVER_ERROR_NOT_FOUND' });
  });
});
