import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Order, type OrderForm, ordersContract } from '#contract/orders.ts';
import type { PaymentMeans } from '#contract/payments.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { goToPayment } from './go-to-payment.ts';

export type CardValues = { number: string; expiry: string; cvc: string };

/** One purchase; `Form` is what every press sends. */
export type Purchase<Form = OrderForm> = {
  order: Order | null;
  busy: boolean;
  /** The last refusal or failed try; cleared by the next press. */
  fault: ApiError | null;
  buy: (form: Form, means: PaymentMeans | null) => Promise<void>;
  confirm: (approve: boolean) => Promise<void>;
};

/** Orders what the form says; under the same key it is the same order. */
type Starting<Form> = (form: Form, idempotencyKey: string) => Promise<Order>;
const startOrder: Starting<OrderForm> = (body, idempotencyKey) =>
  api(ordersContract.startOrder, { body, idempotencyKey });

/**
 * One purchase from the first press to the ticket. Every press says the whole form: unchanged, it
 * finds its order by the key, after a declined card or a lost answer; changed, it is another order,
 * and the server ends the one before. So what is charged is what the button says. `returned` is the
 * order of a buyer who comes back from a provider's page, `start` how other things are ordered.
 */
export function usePurchase<Form = OrderForm>(
  onDone: (order: Order) => void,
  returned: Order | null,
  start: Starting<Form> = startOrder as Starting<Form>,
): Purchase<Form> {
  const [order, setOrder] = useState(returned);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);
  const { revalidate } = useRevalidator();
  const attempt = useRef<Attempt>(null);
  const known = useRef(returned);

  const show = (next: Order) => {
    known.current = next;
    setOrder(next);
  };
  const took = (next: Order) => {
    show(next);
    // Its key would find this order for ever: the next press makes another.
    if (next.next.kind === 'over') attempt.current = null;
    if (next.next.kind === 'done') onDone(next);
  };
  usePolling(order, took);

  const trying = async (work: () => Promise<Order>) => {
    setBusy(true);
    setFault(null);
    try {
      took(await work());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const stands = await standing(known.current, error);
      if (stands) return took(stands);
      setFault(error);
      // Price, code, seats or sale may not be what the screen says.
      if (error.status >= 400 && error.status < 500) void revalidate();
    } finally {
      setBusy(false);
    }
  };

  return {
    order,
    busy,
    fault,
    buy: (form, means) =>
      trying(async () => {
        const started = await start(form, keyFor(attempt, form));
        show(started);
        const stands = means ? await payWith(means, started) : started;
        if (stands.payment?.place && stands.next.kind === 'leave')
          goToPayment(stands.payment.place);
        return stands;
      }),
    confirm: (approve) =>
      trying(() => {
        if (!order) throw new Error('nothing to confirm');
        return api(ordersContract.confirmPayment, { params: { id: order.id }, body: { approve } });
      }),
  };
}

/**
 * Pays an order. One that waits for the bank already was pressed before and the answer got lost:
 * asked again, the server looks what the bank knows, and until the bank says more we wait.
 */
async function payWith(means: PaymentMeans, started: Order): Promise<Order> {
  const { kind } = started.next;
  if (!['pay', 'leave', 'wait'].includes(kind)) return started;
  try {
    return await api(ordersContract.payOrder, { params: { id: started.id }, body: means });
  } catch (error) {
    if (kind === 'wait' && error instanceof ApiError && error.code === 'ORDER_STATE')
      return started;
    throw error;
  }
}

/** What the server says where the order may be paid by now. */
const paidMeanwhile: readonly string[] = [
  'ORDER_STATE',
  'ALREADY_OWNED',
  'ALREADY_SUBSCRIBED',
  'SUBSCRIPTION_STATE',
];

/** When something was faster than the press, the order itself says more than the refusal. */
async function standing(order: Order | null, { code }: ApiError): Promise<Order | null> {
  if (!order || !paidMeanwhile.includes(code)) return null;
  const now = await api(ordersContract.getOrder, { params: { id: order.id } }).catch(() => null);
  if (!now || now.next.kind === 'pay') return null;
  return code === 'ORDER_STATE' || now.next.kind === 'done' ? now : null;
}

type Attempt = { for: string; key: string } | null;

/** The same form keeps its key however often it is sent; a changed one gets a new key. */
function keyFor(attempt: { current: Attempt }, form: unknown): string {
  const what = JSON.stringify(form);
  if (attempt.current?.for !== what) attempt.current = { for: what, key: crypto.randomUUID() };
  return attempt.current.key;
}

const unpaidPollMs = 3000;

/** How soon to ask again: the server says it; of a page that was left the notice may be on its way. */
const pollAfter = ({ next }: Order): number | null => {
  if (next.kind === 'wait') return next.pollAfterMs;
  return next.kind === 'leave' ? unpaidPollMs : null;
};

/** While the bank has not answered, asks again. */
function usePolling(order: Order | null, took: (order: Order) => void): void {
  const latest = useRef(took);
  latest.current = took;
  useEffect(() => {
    const after = order && pollAfter(order);
    if (!after) return;
    const timer = setTimeout(() => {
      api(ordersContract.getOrder, { params: { id: order.id } }).then(
        (next) => latest.current(next),
        () => latest.current({ ...order }),
      );
    }, after);
    return () => clearTimeout(timer);
  }, [order]);
}
