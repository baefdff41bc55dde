import { useState } from 'react';
import type { PaymentMeans, PaymentMethods, PaymentProvider } from '#contract/payments.ts';
import type { CardValues } from './use-purchase.ts';

/** With what one pays, as it is chosen and typed; null: with nothing yet. */
export function useMeans({ providers }: PaymentMethods) {
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' });
  const [wanted, setProvider] = useState<PaymentProvider | null>(null);
  const provider = providers.find((name) => name === wanted) ?? providers[0] ?? null;
  return {
    ...{ card, setCard, provider, setProvider },
    means: meansOf(provider, card),
    payable: provider !== null,
  };
}

const meansOf = (provider: PaymentProvider | null, card: CardValues): PaymentMeans | null =>
  provider && (provider === 'sandbox' ? { card } : { provider });
