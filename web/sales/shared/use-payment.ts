import { useState } from 'react';
import type { BillingForm } from '#contract/orders.ts';
import type { PaymentMethods } from '#contract/payments.ts';
import { useMeans } from './use-means.ts';

type Given = { billing: BillingForm; methods: PaymentMethods };

/** Who pays and how, as it is typed: for the checkout and whatever else one pays here. */
export function usePayment(given: Given) {
  const [billing, setBilling] = useState(given.billing);
  const [billingOpen, setBillingOpen] = useState(Boolean(given.billing.nif));
  const [terms, setTerms] = useState(false);
  return {
    ...{ billing, setBilling, billingOpen, setBillingOpen },
    billed: billingOpen ? { ...billing, named: true } : { ...given.billing, company: '', nif: '' },
    ...{ terms, setTerms },
    ...useMeans(given.methods),
  };
}
