import { useState } from 'react';
import type { PaymentMeans } from '#contract/payments.ts';
import type { CardChange, SubscriptionCard } from '#contract/subscriptions.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { goToPayment } from '#web/sales/shared/go-to-payment.ts';

export type CardChanging = {
  state: CardChange['state'] | null;
  place: CardChange['place'];
  fault: ApiError | null;
  busy: boolean;
  give: (means: PaymentMeans) => Promise<void>;
};

type Given = { returned: CardChange | null; onKept: (subscription: SubscriptionCard) => void };

/** Gives a card for a subscription, and follows it to the provider's page where there is one. */
export function useCardChange(id: string, { returned, onKept }: Given): CardChanging {
  const [change, setChange] = useState(returned);
  const [fault, setFault] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const give = async (body: PaymentMeans) => {
    setBusy(true);
    setFault(null);
    try {
      const given = await api(subscriptionsContract.changeCard, { params: { id }, body });
      setChange(given);
      if (given.state === 'kept') onKept(given.subscription);
      // Busy until the page is left.
      if (given.place) return goToPayment(given.place);
      setBusy(false);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) throw error;
      setFault(error);
    }
  };
  return { state: change?.state ?? null, place: change?.place ?? null, fault, busy, give };
}
