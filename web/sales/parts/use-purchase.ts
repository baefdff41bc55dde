import { useEffect, useRef, useState } from 'react';
import { type Order, type OrderForm, salesContract } from '#contract/sales.ts';
import { ApiError, api } from '#web/platform/api.ts';

export type CardValues = { number: string; expiry: string; cvc: string };

export type Purchase = {
  order: Order | null;
  busy: boolean;
  /** The last refusal or failed try; cleared by the next press. */
  fault: ApiError | null;
  buy: (form: OrderForm, card: CardValues | null) => Promise<void>;
  confirm: (approve: boolean) => Promise<void>;
};

/**
 * One purchase from the first press to the ticket. The order is made once: pressing again after a
 * declined card pays the same order, and a lost answer finds the same order by its key.
 */
export function usePurchase(onDone: (order: Order) => void): Purchase {
  const [order, setOrder] = useState<Order | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);
  const attempt = useRef<{ for: string; key: string } | null>(null);

  const took = (next: Order) => {
    setOrder(next);
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
      setFault(error);
      // A new order is needed when this one is gone or was never made.
      if (error.code !== 'NETWORK' && error.code !== 'PAYMENT_ERROR') attempt.current = null;
      if (error.code === 'ORDER_STATE') setOrder(null);
    } finally {
      setBusy(false);
    }
  };

  return {
    order,
    busy,
    fault,
    buy: (form, card) =>
      trying(async () => {
        const started = order?.can.pay
          ? order
          : await api(salesContract.startOrder, {
              body: form,
              idempotencyKey: keyFor(attempt, form),
            });
        setOrder(started);
        if (started.next.kind !== 'sandbox_card' || !card) return started;
        return api(salesContract.payOrder, { params: { id: started.id }, body: { card } });
      }),
    confirm: (approve) =>
      trying(() => {
        if (!order) throw new Error('nothing to confirm');
        return api(salesContract.confirmPayment, { params: { id: order.id }, body: { approve } });
      }),
  };
}

/** The same form keeps its key however often it is sent; a changed one gets a new key. */
function keyFor(
  attempt: { current: { for: string; key: string } | null },
  form: OrderForm,
): string {
  const what = JSON.stringify(form);
  if (attempt.current?.for !== what) attempt.current = { for: what, key: crypto.randomUUID() };
  return attempt.current.key;
}

/** While the bank has not answered, asks again at the pace that the server names. */
function usePolling(order: Order | null, took: (order: Order) => void): void {
  const latest = useRef(took);
  latest.current = took;
  useEffect(() => {
    if (order?.next.kind !== 'wait') return;
    const timer = setTimeout(() => {
      api(salesContract.getOrder, { params: { id: order.id } }).then(
        (next) => latest.current(next),
        () => latest.current({ ...order }),
      );
    }, order.next.pollAfterMs);
    return () => clearTimeout(timer);
  }, [order]);
}
