import type { Piece } from '#web/previews/parts/piece.ts';
import { ApproximateText } from '#web/ui/approximate-figure.tsx';
import { ApproximateLine } from '#web/ui/approximate-price.tsx';
import { Price } from '#web/ui/price.tsx';

const near = {
  text: '≈ US$13.12',
  why: 'About as much, at 1 EUR = 1.0842 USD of 27 Nov 2026. You pay in EUR.',
};

export const piece: Piece = {
  name: 'ApproximatePrice',
  group: 'basics',
  samples: [
    {
      state: 'normal',
      Show: () => (
        <p>
          <Price amount={1210} currency="EUR" />
          <ApproximateLine>
            <ApproximateText {...near} />
          </ApproximateLine>
        </p>
      ),
    },
    {
      state: 'empty',
      Show: () => (
        <p>
          <Price amount={1210} currency="EUR" />
          <ApproximateLine>{null}</ApproximateLine>
        </p>
      ),
    },
    {
      state: 'long',
      Show: () => (
        <p style={{ textAlign: 'right' }}>
          <Price amount={123_456_700} currency="JPY" />
          <ApproximateLine end>
            <ApproximateText {...near} text="≈ IDR 13,456,789,012.34" />
          </ApproximateLine>
        </p>
      ),
    },
  ],
};
