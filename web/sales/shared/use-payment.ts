import { useState } from 'react';
import type { BillingForm } from '#contract/orders.ts';
import type { PaymentMeans, PaymentMethods, PaymentProvider } from '#contract/payments.ts';
import type { CardValues } from './use-purchase.ts';

type Given = { billing: BillingForm; methods: PaymentMethods };

/** Who pays and how, as it is typed: for the checkout and whatever else one pays here. */
export function usePayment(given: Given) {
  const [billing, setBilling] = useState(given.billing);
  const [billingOpen, setBillingOpen] = useState(Boolean(given.billing.nif));
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' });
  const [wanted, setProvider] = useState<PaymentProvider | null>(null);
  const [terms, setTerms] = useState(false);
  const { providers } = given.methods;
  const provider = providers.find((name) => name === wanted) ?? providers[0] ?? null;
  const cardFilled = card.number.length > 13 && card.expiry.length === 5 && card.cvc.length > 2;
  return {
    ...{ billing, setBilling, billingOpen, setBillingOpen },
    billed: billingOpen ? billing : { ...given.billing, company: '', nif: '' },
    ...{ card, setCard, provider, setProvider, terms, setTerms },
    means: meansOf(provider, card),
    payable: provider !== null && (provider !== 'sandbox' || cardFilled),
  };
}

const meansOf = (provider: PaymentProvider | null, card: CardValues): PaymentMeans | null =>
  provider && (provider === 'sandbox' ? { card } : { provider });
