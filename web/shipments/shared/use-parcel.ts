import { useState } from 'react';
import { type PostalAddress, shipmentsContract } from '#contract/shipments.ts';
import { type ProductShipping, shippingContract } from '#contract/shipping.ts';
import { api } from '#web/platform/api.ts';
import { useAsked } from '#web/ui/use-asked.ts';
import { emptyAddress } from './address-fields.tsx';

export type Way = { shipping: ProductShipping; address: PostalAddress | null };
export type Parcel = ReturnType<typeof useParcel>;
type Things = { items: { productSlug: string; quantity: number }[]; total: number };

/** What a buyer chooses for things of one seller: how they come and where to; and what the server takes for it. */
export function useParcel({ items, total: goods }: Things, { shipping, address: known }: Way) {
  const { countries, home, pickup } = shipping;
  const first = countries.includes(home) ? home : (countries[0] ?? '');
  const [address, setAddress] = useState(
    known && countries.includes(known.country) ? known : emptyAddress(first),
  );
  const [chosen, setMethod] = useState<'post' | 'pickup'>('post');
  const [remember, setRemember] = useState(known !== null);
  const method = countries.length === 0 && pickup ? 'pickup' : chosen;
  const hasWay = countries.length > 0 || pickup !== '';
  const country = hasWay && method === 'post' ? address.country : null;
  const about = JSON.stringify([items, country, goods]);
  const asked = useAsked(
    async () => ({
      about,
      quote: await api(shippingContract.quoteShipping, { body: { items, country } }),
    }),
    about,
  );
  const quote = asked.answer?.about === about ? asked.answer.quote : null;
  return {
    ...{ address, setAddress, method, setMethod, remember, setRemember, quote, hasWay },
    to: method === 'post' ? address : null,
    total: goods + (quote?.total ?? 0),
    isWhole: quote?.fault === null,
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

/** What is wrong with the address of an order, without where it stands in that. */
export const addressErrors = (
  errors: Record<string, string>,
  position: number,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, sentence]) => [
      name.replace(`items.${position}.`, '').replace(/^address\./, ''),
      sentence,
    ]),
  );
