import type { OfferForm, ProductForm, ProductPatch } from '#contract/catalog.ts';
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
export const together = ['price', 'offer'] as const;

/** What is sent to change a product: what was changed on this screen, and nothing else. */
export const patchFrom = (values: ProductValues, before: ProductValues): ProductPatch =>
  changesIn(formFrom(values), formFrom(before), together);

/** The general rate of most organizers here; anyone can type another. */
const usualTaxRate = 2100;

/** Where a new product starts from. */
export const blankValues = (given: {
  channel: string;
  language: ProductForm['language'];
}): ProductValues => ({
  ...given,
  title: '',
  shortDescription: '',
  description: '',
  pictureId: null,
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
  currency: 'EUR',
  price: { by: 'total', amount: null, taxRate: usualTaxRate },
  priceNote: '',
  hasOffer: false,
  offer: noOffer,
  salesStartsAt: null,
  salesEndsAt: null,
  expirationHours: null,
  expiresAt: null,
});
