import type { Piece } from '#web/previews/parts/piece.ts';
import { InstallOffer } from '#web/ui/install-line.tsx';

export const piece: Piece = {
  name: 'InstallLine',
  group: 'basics',
  samples: [{ state: 'normal', Show: () => <InstallOffer install={async () => undefined} /> }],
};
