import type { Temporal } from 'temporal-polyfill';
import { ProductForm, type ProductPatch, productLimits } from '#contract/catalog.ts';
import type { FieldFault } from '#contract/shared/errors.ts';
import { faultOfIssue } from '#contract/shared/fault-of-issue.ts';
import { type Faults, nextTimes, type Times, typedPrices } from './forms.rules.ts';
import { type Offer, offerHasEnded, type Priced } from './prices.rules.ts';
import type { Product } from './products.rules.ts';
import { isPast } from './times.rules.ts';

export type Keepable = { patch: ProductPatch; prices: Priced; times: Times; left: Faults };

/**
 * What of a half-typed draft can be kept, and under its field's name why the rest cannot. An offer
 * above the price is kept: publishing asks for a lower one.
 */
export function keepable(typed: Record<string, unknown>, before: Priced & Times): Keepable {
  const { patch, left } = validParts(typed);
  for (;;) {
    const { prices, faults: ofPrices } = typedPrices(patch, before);
    const { times, faults: ofTimes } = nextTimes(patch, before);
    const faults = Object.entries({ ...ofPrices, ...ofTimes });
    if (faults.length === 0) return { patch, prices, times, left };
    const dropped = faults.map(([field, fault]) => drop(field, fault, { patch, left }));
    if (!dropped.includes(true)) throw new Error(`${faults[0]} was found in what nobody typed`);
  }
}

/** The end of a sale may be wrong because of the beginning that was typed. */
const partners: Record<string, string> = { salesEndsAt: 'salesStartsAt' };

/** False when the part has gone already: an offer may be wrong in its beginning and in its end. */
function drop(
  field: string,
  fault: FieldFault,
  { patch, left }: { patch: Record<string, unknown>; left: Faults },
): boolean {
  const [own = field] = field.split('.');
  const part = own in patch ? own : (partners[own] ?? own);
  left[part === own ? field : part] ??= fault;
  return part in patch && delete patch[part];
}

function validParts(typed: Record<string, unknown>): { patch: ProductPatch; left: Faults } {
  const patch: Record<string, unknown> = {};
  const left: Faults = {};
  for (const [name, value] of Object.entries(typed)) {
    if (!Object.hasOwn(ProductForm.shape, name)) {
      left[name] = 'unknown';
      continue;
    }
    const schema = ProductForm.shape[name as keyof ProductForm];
    const read = schema.safeParse(value);
    if (read.success) patch[name] = read.data;
    else
      for (const issue of read.error.issues)
        left[[name, ...issue.path].join('.')] ??= faultOfIssue(issue);
  }
  return { patch: patch as ProductPatch, left };
}

/** Hamlet, Hamlet (2), Hamlet (3): the title of a copy says which one it is. */
export function titleOfCopy(title: string): string {
  const [, name = title, number = '1'] = /^(.*\S) \((\d{1,3})\)$/.exec(title) ?? [];
  const mark = ` (${Number(number) + 1})`;
  return name.slice(0, productLimits.title - mark.length).trimEnd() + mark;
}

/** The times and the offer of a copy: what is already over would only stand in its way. */
export function timesOfCopy(
  product: Product,
  now: Temporal.Instant,
): Times & { offer: Offer | null } {
  const ahead = (instant: string | null) => (instant && !isPast(now, instant) ? instant : null);
  const { offer } = product;
  return {
    salesStartsAt: ahead(product.salesStartsAt),
    salesEndsAt: ahead(product.salesEndsAt),
    expiresAt: ahead(product.expiresAt),
    offer: offerHasEnded(offer, now) ? null : offer,
  };
}
