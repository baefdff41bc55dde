import type { Piece } from '#web/previews/parts/piece.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';

const [now, soon] = ['2026-12-05T17:12:00Z', '2026-12-08T19:30:00Z'];

export const piece: Piece = {
  name: 'Countdown, When, Price',
  group: 'basics',
  wide: true,
  samples: [
    { state: 'normal', Show: () => <Countdown until={soon} serverNow={now} /> },
    { state: 'large', Show: () => <Countdown until={soon} serverNow={now} large /> },
    {
      state: 'long',
      Show: () => (
        <p>
          <When instant={soon} /> · <Price amount={123_456_700} currency="EUR" />
        </p>
      ),
    },
    { state: 'free', Show: () => <Price amount={0} currency="EUR" freeWord /> },
  ],
};
