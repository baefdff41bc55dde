import type { BillingForm, OrderBilling } from '#contract/orders.ts';
import type { FieldFault } from '#contract/shared/errors.ts';
import { taxIdCanExist } from '#contract/shared/tax-ids.ts';

/** What an invoice in somebody's name cannot be without. */
const neededFields = [
  'company',
  'nif',
  'address',
  'postalCode',
  'city',
  'country',
] as const satisfies readonly (keyof BillingForm)[];

/** Does the buyer want the invoice in a name: said so, or gave a name or a tax ID? */
const isNamed = ({ named, company, nif }: OrderBilling): boolean =>
  named === true || company !== '' || nif !== '';

/**
 * What is wrong with the billing data of an order, by field. `typed` is what came with it; left out, the
 * data of the account count, of which the tax ID alone is looked at. `country` is that of the account.
 */
export function faultsOfBilling(
  kept: BillingForm,
  { typed, country }: { typed: OrderBilling | undefined; country: string },
): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {};
  if (typed && isNamed(typed)) {
    for (const field of neededFields) {
      if (typed[field] === '') faults[`billing.${field}`] = 'required';
    }
  }
  const { nif } = typed ?? kept;
  const place = (typed ?? kept).country || country;
  // Of a country that is still to be said nobody knows how its numbers look.
  const isPlaced = faults['billing.country'] === undefined;
  if (nif !== '' && isPlaced && !taxIdCanExist(nif, place)) faults['billing.nif'] = 'tax_id';
  return faults;
}
