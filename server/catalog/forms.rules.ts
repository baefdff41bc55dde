import type { Temporal } from 'temporal-polyfill';
import type { OfferForm, ProductForm, ProductPatch, SessionForm } from '#contract/catalog.ts';
import type { FieldFault } from '#contract/shared/errors.ts';
import { Amount, priceFromTotal } from '#contract/shared/money.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { type Offer, type Priced, priceFrom } from './prices.rules.ts';
import type { Product } from './products.rules.ts';
import { isPast, localTime, readTime } from './times.rules.ts';

export type Faults = Record<string, FieldFault>;

export type Times = Pick<Product, 'salesStartsAt' | 'salesEndsAt' | 'expiresAt'>;

/** What a form leaves out stays; a new product starts from this. */
export const blankProduct: Priced & Times = {
  plan: 'paid',
  currency: 'EUR',
  net: 0,
  taxRate: 0,
  tax: 0,
  total: 0,
  offer: null,
  salesStartsAt: null,
  salesEndsAt: null,
  expiresAt: null,
};

const nothing = { net: 0, tax: 0, total: 0 };

type NextPrices = { prices: Priced; faults: Faults };

/** Price and offer after a form was saved over what stood before. A free product costs nothing. */
export function nextPrices(patch: ProductPatch, before: Priced): NextPrices {
  const { prices, faults } = typedPrices(patch, before);
  const { offer, total } = prices;
  if (offer && offer.total >= total) faults['offer.amount'] ??= 'too_big';
  return { prices, faults };
}

/** The same of a form that is still being filled in: the offer may be above the price yet. */
export function typedPrices(patch: ProductPatch, before: Priced): NextPrices {
  const plan = patch.plan ?? before.plan;
  const currency = patch.currency ?? before.currency;
  const taxRate = patch.price?.taxRate ?? before.taxRate;
  if (plan === 'free') {
    return { prices: { plan, currency, taxRate, ...nothing, offer: null }, faults: {} };
  }
  const { net, tax, total } = patch.price ? priceFrom(patch.price) : before;
  const { offer, faults } = nextOffer(patch.offer, { before: before.offer, taxRate });
  // The net is within bounds by the contract; with the tax on it, it may not be.
  if (!Amount.safeParse(total).success) faults['price.amount'] = 'too_big';
  if (offer && !Amount.safeParse(offer.total).success) faults['offer.amount'] ??= 'too_big';
  return { prices: { plan, currency, taxRate, net, tax, total, offer }, faults };
}

function nextOffer(
  form: OfferForm | null | undefined,
  { before, taxRate }: { before: Offer | null; taxRate: number },
): { offer: Offer | null; faults: Faults } {
  if (form === null) return { offer: null, faults: {} };
  if (form === undefined) {
    // Another tax rate: what buyers pay stays, net and tax are shared out anew.
    return { offer: before && { ...before, ...priceFromTotal(before.total, taxRate) }, faults: {} };
  }
  const faults: Faults = {};
  const startsAt = timeOf(
    { typed: form.startsAt, before: before?.startsAt, field: 'offer.startsAt' },
    faults,
  );
  const endsAt = timeOf(
    { typed: form.endsAt, before: before?.endsAt, field: 'offer.endsAt' },
    faults,
  );
  if (startsAt && endsAt && endsAt <= startsAt) faults['offer.endsAt'] ??= 'end_before_start';
  if (form.amount === 0) faults['offer.amount'] = 'too_small';
  return { offer: { ...priceFrom({ ...form, taxRate }), startsAt, endsAt }, faults };
}

type Typed = { typed: string | null | undefined; before: string | null | undefined; field: string };

/**
 * A typed time as instant; a fault is written down under the field's name. A time that was not
 * touched keeps its seconds.
 */
function timeOf({ typed, before = null, field }: Typed, faults: Faults): string | null {
  if (typed === undefined) return before;
  if (typed === null) return null;
  if (before !== null && localTime(before, sessionZone) === typed) return before;
  const read = readTime(typed, sessionZone);
  if (!read.fault) return read.instant;
  faults[field] = read.fault;
  return null;
}

/** Sale window and expiry after a form was saved over what stood before. */
export function nextTimes(patch: ProductPatch, before: Times): { times: Times; faults: Faults } {
  const faults: Faults = {};
  const read = (field: keyof Times) =>
    timeOf({ typed: patch[field], before: before[field], field }, faults);
  const times = {
    salesStartsAt: read('salesStartsAt'),
    salesEndsAt: read('salesEndsAt'),
    expiresAt: read('expiresAt'),
  };
  const { salesStartsAt, salesEndsAt } = times;
  if (salesStartsAt && salesEndsAt && salesEndsAt <= salesStartsAt) {
    faults.salesEndsAt ??= 'end_before_start';
  }
  return { times, faults };
}

/** A typed showing as instant. It must exist on the wall clock and still be to come. */
export function readSession(
  form: SessionForm,
  now: Temporal.Instant,
): { startsAt: string; fault?: undefined } | { fault: FieldFault } {
  const read = readTime(form.startsAt, form.zone);
  if (read.fault) return { fault: read.fault };
  if (isPast(now, read.instant)) return { fault: 'time_past' };
  return { startsAt: read.instant };
}

/** The fields of a form that would change what is locked once the product has left the draft. */
export function lockedChanges(product: Product, patch: ProductPatch): Faults {
  if (product.status === 'draft') return {};
  const faults: Faults = {};
  if (patch.channel && patch.channel !== product.channel.slug) faults.channel = 'invalid';
  if (patch.currency && patch.currency !== product.currency) faults.currency = 'invalid';
  return faults;
}

/** The product as the form shows it; saving it untouched changes nothing. */
export function formOf(product: Product): ProductForm {
  const local = (instant: string | null) => (instant ? localTime(instant, sessionZone) : null);
  const { offer } = product;
  return {
    title: product.title,
    channel: product.channel.slug,
    language: product.language,
    shortDescription: product.shortDescription,
    description: product.description,
    pictureId: product.pictureId,
    assetId: product.assetId,
    recordingId: product.recordingId,
    trailerUrl: product.trailerUrl,
    categories: product.categories,
    tags: product.tags,
    production: product.production,
    productionYear: product.productionYear,
    productionCountry: product.productionCountry,
    suggestedAge: product.suggestedAge,
    technicalSheet: product.technicalSheet,
    additionalInfo: product.additionalInfo,
    plan: product.plan,
    currency: product.currency,
    price: { by: 'total', amount: product.total, taxRate: product.taxRate },
    priceNote: product.priceNote,
    offer: offer && {
      by: 'total',
      amount: offer.total,
      startsAt: local(offer.startsAt),
      endsAt: local(offer.endsAt),
    },
    salesStartsAt: local(product.salesStartsAt),
    salesEndsAt: local(product.salesEndsAt),
    expirationHours: product.expirationHours,
    expiresAt: local(product.expiresAt),
    banner: {
      pictureId: product.banner.pictureId,
      alt: product.banner.alt,
      url: product.banner.url,
    },
  };
}
