import { useState } from 'react';
import {
  type PostalAddress,
  type ProductShipping,
  shipmentsContract,
} from '#contract/shipments.ts';
import { api } from '#web/platform/api.ts';
import { useAsked } from '#web/ui/use-asked.ts';
import { emptyAddress, isFilled } from './address-fields.tsx';

export type Way = { shipping: ProductShipping; address: PostalAddress | null };
export type Parcel = ReturnType<typeof useParcel>;
type Thing = { product: { slug: string }; price: { total: number } };

/** What a buyer chooses of a thing: how many, how it comes and where to; and what the server takes for it. */
export function useParcel({ product, price }: Thing, { shipping, address: known }: Way) {
  const { countries, home, pickup, most } = shipping;
  const [quantity, setQuantity] = useState(1);
  const first = countries.includes(home) ? home : (countries[0] ?? '');
  const [address, setAddress] = useState(
    known && countries.includes(known.country) ? known : emptyAddress(first),
  );
  const [chosen, setMethod] = useState<'post' | 'pickup'>('post');
  const [remember, setRemember] = useState(known !== null);
  const method = countries.length === 0 && pickup ? 'pickup' : chosen;
  const country = method === 'post' ? address.country : null;
  const items = [{ productSlug: product.slug, quantity }];
  const about = `${quantity} ${country} ${price.total}`;
  const asked = useAsked(
    async () => ({
      about,
      quote: await api(shipmentsContract.quoteShipping, { body: { items, country } }),
    }),
    about,
  );
  const quote = asked.answer?.about === about ? asked.answer.quote : null;
  const goods = price.total * quantity;
  const isReady = method === 'pickup' || isFilled(address);
  return {
    ...{ quantity, setQuantity, address, setAddress, method, setMethod, remember, setRemember },
    ...{ quote, goods },
    to: method === 'post' ? address : null,
    total: goods + (quote?.total ?? 0),
    isWhole: quote?.fault === null && isReady && quantity >= 1 && quantity <= most,
    keepAddress: async () => {
      if (method === 'pickup') return;
      const keep = remember
        ? api(shipmentsContract.saveMyAddress, { body: address })
        : known && api(shipmentsContract.dropMyAddress);
      // What is wrong with it is said by the order, at its fields.
      await Promise.resolve(keep).catch(() => null);
    },
  };
}
