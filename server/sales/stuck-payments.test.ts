import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { toldTo } from '#test/books.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { anOrder } from '#test/factories/sales.ts';
import { keepLog } from '#test/kept-log.ts';
import { call, refusal } from '#test/story.ts';
import { byStripe } from '#test/stripe-story.ts';

const { bank, sent } = byStripe();
const start = '2026-11-27T10:00:00Z';
const at = (time: string) => useClock(`2026-11-27T10:${time}Z`);

/** Stripe takes the call and never answers, as long as `work` takes; nobody waits for it long. */
async function whileSilent<T>(work: () => Promise<T>): Promise<T> {
  const { STRIPE_SECONDS } = config();
  overrideConfig({ STRIPE_SECONDS: 0.5 });
  bank().fault = 'silent';
  try {
    return await work();
  } finally {
    bank().fault = null;
    overrideConfig({ STRIPE_SECONDS });
  }
}

describe('Stripe that is silent', () => {
  it('when somebody wants to pay: they hear it calmly, pay by the next press, and are charged once', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    const asked = { as: buyer, params: { id: order.id }, body: { provider: 'stripe' } } as const;
    const refused = await whileSilent(() => refusal(ordersContract.payOrder, asked));
    expect(refused).toEqual({ status: 502, code: 'PAYMENT_ERROR' });
    const after = await call(ordersContract.getOrder, { as: buyer, params: asked.params });
    expect(after).toMatchObject({ state: 'pending', next: { kind: 'pay' } });
    // Which attempt is the newest is told by its time: no two are made at one instant.
    at('00:10');
    const again = await call(ordersContract.payOrder, asked);
    const sessionId = again.payment?.place?.url.split('/').at(-1) ?? '';
    bank().pay(sessionId);
    at('02:00');
    await reconcilePayments();
    const paid = await call(ordersContract.getOrder, { as: buyer, params: asked.params });
    expect(paid).toMatchObject({ state: 'paid', refunds: [] });
    expect(paid.invoices).toHaveLength(1);
    const ours = [...bank().sessions.values()].filter(
      ({ metadata }) => metadata.orderId === order.id,
    );
    expect(ours.filter(({ payment_status }) => payment_status === 'paid')).toHaveLength(1);
  });

  it('when somebody has paid: the buyer waits, administrators hear once, and it ends by itself', async () => {
    const admin = await anAdmin();
    useClock(start);
    const { order, buyer, sessionId } = await sent();
    bank().pay(sessionId);
    const asked = { as: buyer, params: { id: order.id } };
    const lines = keepLog();
    await whileSilent(async () => {
      at('01:00');
      await reconcilePayments();
      at('02:59');
      await reconcilePayments();
      expect(await toldTo(admin, 'payments_stuck')).toEqual([]);
      at('03:00');
      await reconcilePayments();
      at('04:00');
      await reconcilePayments();
    });
    const said = lines.filter(({ orderId }) => orderId === order.id);
    expect(said.map(({ msg }) => msg)).toEqual(Array(4).fill('payment cannot be reconciled'));
    expect(await toldTo(admin, 'payments_stuck')).toEqual([
      {
        subject: 'A payment takes longer than usual',
        content: `1 payment waits for its provider, first that of order ${order.number}. We go on asking every minute, and nobody is charged twice.`,
      },
    ]);
    expect(await call(ordersContract.getOrder, asked)).toMatchObject({
      ...{ state: 'pending', next: { kind: 'leave' } },
    });
    at('05:00');
    await reconcilePayments();
    expect(await call(ordersContract.getOrder, asked)).toMatchObject({ state: 'paid' });
  });

  it('for a minute and then again is no reason to tell anybody', async () => {
    const admin = await anAdmin();
    useClock(start);
    await sent();
    for (const minute of ['01:00', '05:00', '09:00']) {
      at(minute);
      await whileSilent(() => reconcilePayments());
      await reconcilePayments();
    }
    expect(await toldTo(admin, 'payments_stuck')).toEqual([]);
  });
});
