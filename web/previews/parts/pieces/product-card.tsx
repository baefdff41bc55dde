import { ProductCard } from '#web/catalog/shared/product-card.tsx';
import type { Piece } from '#web/previews/parts/piece.ts';
import { lighthouse, longTitle } from '#web/previews/parts/sample-shows.ts';

const { price, session } = lighthouse;
const gone = session && { ...session, seatsLeft: 0 };
const nothing = { ...price, net: 0, tax: 0, total: 0 };

export const piece: Piece = {
  name: 'ProductCard',
  group: 'cards',
  samples: [
    { state: 'normal', Show: () => <ProductCard card={lighthouse} /> },
    {
      state: 'live',
      Show: () => <ProductCard card={{ ...lighthouse, live: { viewers: 1280 } }} />,
    },
    {
      state: 'offer',
      Show: () => <ProductCard card={{ ...lighthouse, price: { ...price, before: 1500 } }} />,
    },
    { state: 'free', Show: () => <ProductCard card={{ ...lighthouse, price: nothing }} /> },
    {
      state: 'soldOut',
      Show: () => <ProductCard card={{ ...lighthouse, session: gone, sessionCount: 1 }} />,
    },
    { state: 'recorded', Show: () => <ProductCard card={{ ...lighthouse, past: 'recorded' }} /> },
    { state: 'long', Show: () => <ProductCard card={{ ...lighthouse, title: longTitle }} /> },
    {
      state: 'empty',
      Show: () => <ProductCard card={{ ...lighthouse, session: null, sessionCount: 0 }} />,
    },
  ],
};
