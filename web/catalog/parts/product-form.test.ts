import { describe, expect, it } from 'vitest';
import { NewProduct, ProductForm, ProductPatch } from '#contract/catalog.ts';
import { blankValues, draftFrom, firstOf, formFrom, patchFrom, valuesOf } from './product-form.ts';

const blank = blankValues({ channel: 'sala', language: 'es', currency: 'EUR', taxRate: 2100 });
const paid = {
  ...blank,
  title: 'Noche',
  price: { by: 'total', amount: 1210, taxRate: 2100 } as const,
};

describe('the form of a product', () => {
  it('sends what the server takes, from the first moment', () => {
    const sent = formFrom({ ...blank, title: 'Noche' });
    expect(ProductForm.parse(sent)).toEqual(sent);
  });

  it('begins a draft with the tax rate that stands in the form, before there is an amount', () => {
    const first = firstOf({ ...blank, title: 'Noche' });
    expect(NewProduct.parse(first)).toMatchObject({ price: { amount: 0, taxRate: 2100 } });
  });

  it('comes back as it was sent', () => {
    const form = formFrom(paid);
    expect(formFrom(valuesOf(form))).toEqual(form);
  });

  it('sends no offer while it is switched off, and no price for a free product', () => {
    const offer = { by: 'total', amount: 900, startsAt: null, endsAt: null } as const;
    expect(formFrom({ ...paid, offer }).offer).toBeNull();
    expect(formFrom({ ...paid, offer, hasOffer: true }).offer).toEqual(offer);
    const free = formFrom({ ...paid, offer, hasOffer: true, plan: 'free' });
    expect([free.offer, free.price.amount]).toEqual([null, 0]);
  });

  it('sends only what was changed on this screen', () => {
    const before = valuesOf(formFrom(paid));
    const sent = patchFrom({ ...before, title: 'Noche larga' }, before);
    expect(sent).toEqual({ title: 'Noche larga' });
    expect(ProductPatch.parse(sent)).toEqual(sent);
    expect(patchFrom(before, before)).toEqual({});
  });

  it('sends an amount with its tax rate, and leaves the offer and the sale alone', () => {
    const before = valuesOf(formFrom(paid));
    const price = { ...before.price, amount: 2000 };
    expect(patchFrom({ ...before, price }, before)).toEqual({
      price: { by: 'total', amount: 2000, taxRate: 2100 },
    });
  });

  it('sends an offer that is switched off as none', () => {
    const offer = { by: 'total', amount: 900, startsAt: null, endsAt: null } as const;
    const before = valuesOf(formFrom({ ...paid, offer, hasOffer: true }));
    expect(patchFrom({ ...before, hasOffer: false }, before)).toEqual({ offer: null });
  });

  it('lets an offer wait for its amount, and sends the rest', () => {
    const before = valuesOf(formFrom(paid));
    const begun = { ...before, hasOffer: true, production: 'Ours' };
    expect(draftFrom(begun, before)).toEqual({
      patch: { production: 'Ours' },
      waits: { offer: '', hasOffer: '' },
    });
    const offer = { ...begun.offer, amount: 900 };
    expect(draftFrom({ ...begun, offer }, before)).toEqual({
      patch: { production: 'Ours', offer },
      waits: {},
    });
  });

  it('takes an emptied list for no country', () => {
    expect(formFrom({ ...paid, productionCountry: null }).productionCountry).toBe('');
  });
});
