import type { Piece } from '#web/previews/parts/piece.ts';
import { lighthouse } from '#web/previews/parts/sample-shows.ts';
import { ShareButton } from '#web/ui/share-button.tsx';

const what = { path: `/products/${lighthouse.slug}`, title: lighthouse.title };

export const piece: Piece = {
  name: 'ShareButton',
  group: 'basics',
  samples: [
    { state: 'normal', Show: () => <ShareButton {...what} /> },
    { state: 'quiet', Show: () => <ShareButton {...what} iconOnly /> },
  ],
};
