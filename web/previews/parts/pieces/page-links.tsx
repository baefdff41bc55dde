import type { Piece } from '#web/previews/parts/piece.ts';
import { PageLinks } from '#web/ui/page-links.tsx';

export const piece: Piece = {
  name: 'PageLinks',
  group: 'lists',
  samples: [
    { state: 'normal', Show: () => <PageLinks page={{ page: 2, size: 20, total: 61 }} stay /> },
  ],
};
