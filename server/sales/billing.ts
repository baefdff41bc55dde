import type { BillingForm, OrderBilling } from '#contract/orders.ts';
import { refuse } from '#server/platform/errors.ts';
import { faultsOfBilling } from './billing.rules.ts';
import type { Buyer } from './orders.store.ts';

/** The buyer with the billing data of the form, or of their account. */
export const billedAs = (buyer: Buyer, typed: OrderBilling | undefined): Buyer =>
  typed ? { ...buyer, billing: billingFrom(typed) } : buyer;

/**
 * An invoice in a name has everything that it needs, and a tax ID that its country can have given. Of
 * nothing there is no invoice: what is free is not asked.
 */
export function demandBilling(buyer: Buyer, typed: OrderBilling | undefined): void {
  const fields = faultsOfBilling(buyer.billing, { typed, country: buyer.country });
  if (Object.keys(fields).length > 0) refuse('VALIDATION', { fields });
}

/** What a form says of the invoice, as orders keep it. */
function billingFrom(given: BillingForm): Buyer['billing'] {
  const { company, nif, address, city, postalCode, country } = given;
  return { company, nif, address, city, postalCode, country };
}
