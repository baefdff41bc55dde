import type { NewProduct, OfferForm, ProductForm, ProductPatch } from '#contract/catalog.ts';
import { changesIn } from '#web/ui/form-changes.ts';

/** A form keeps an emptied amount as null, and an offer that is switched off as it was typed. */
export type ProductValues = Omit<ProductForm, 'price' | 'offer' | 'productionCountry'> & {
  productionCountry: string | null;
  price: Omit<ProductForm['price'], 'amount'> & { amount: number | null };
  hasOffer: boolean;
  offer: Omit<OfferForm, 'amount'> & { amount: number | null };
};

const noOffer = { by: 'total', amount: null, startsAt: null, endsAt: null } as const;

/** What the screen edits, from what the server says. */
export const valuesOf = (form: ProductForm): ProductValues => ({
  ...form,
  price: { ...form.price, amount: form.price.amount || null },
  hasOffer: form.offer !== null,
  offer: form.offer ?? noOffer,
});

/** What is sent, from what the screen edits. */
export function formFrom({ hasOffer, offer, price, ...rest }: ProductValues): ProductForm {
  const isPaid = rest.plan === 'paid';
  return {
    ...rest,
    productionCountry: rest.productionCountry ?? '',
    price: { ...price, amount: isPaid ? (price.amount ?? 0) : 0 },
    offer: isPaid && hasOffer ? { ...offer, amount: offer.amount ?? 0 } : null,
  };
}

/** An amount means nothing without its tax rate, and without which of net and total it is. */
export const together = ['price', 'offer', 'banner'] as const;

/** What is sent to change a product: what was changed on this screen, and nothing else. */
export const patchFrom = (values: ProductValues, before: ProductValues): ProductPatch =>
  changesIn(formFrom(values), formFrom(before), together);

/**
 * What a draft begins with: what it cannot be without, and what its form begins with otherwise than
 * a product of the server's. The form follows what the server answers: a tax rate that it was not
 * told would be none from then on.
 */
export function firstOf(values: ProductValues): NewProduct {
  const { title, channel, language, plan, currency, price } = formFrom(values);
  return {
    ...{ title, channel, language, plan, currency, price },
    type: 'broadcast',
    sessions: [],
  };
}

/**
 * What of a draft is sent by itself: an offer without an amount waits for it, in silence, for
 * nobody has done anything wrong yet.
 */
export function draftFrom(
  values: ProductValues,
  before: ProductValues,
): { patch: ProductPatch; waits: Record<string, string> } {
  const patch = patchFrom(values, before);
  const waits = values.plan === 'paid' && values.hasOffer && values.offer.amount === null;
  if (!waits) return { patch, waits: {} };
  delete patch.offer;
  return { patch, waits: { offer: '', hasOffer: '' } };
}

/** Where a new product starts from. */
export const blankValues = (given: {
  channel: string;
  language: ProductForm['language'];
  currency: ProductForm['currency'];
  taxRate: number;
}): ProductValues => ({
  channel: given.channel,
  language: given.language,
  currency: given.currency,
  title: '',
  shortDescription: '',
  description: '',
  pictureId: null,
  assetId: null,
  recordingId: null,
  trailerUrl: '',
  categories: [],
  tags: [],
  production: '',
  productionYear: null,
  productionCountry: '',
  suggestedAge: 'all',
  technicalSheet: '',
  additionalInfo: '',
  plan: 'paid',
  price: { by: 'total', amount: null, taxRate: given.taxRate },
  priceNote: '',
  hasOffer: false,
  offer: noOffer,
  salesStartsAt: null,
  salesEndsAt: null,
  expirationHours: null,
  expiresAt: null,
  banner: { pictureId: null, alt: '', url: '' },
});
