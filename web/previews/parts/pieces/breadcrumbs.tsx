import type { Piece } from '#web/previews/parts/piece.ts';
import { lighthouse, longTitle } from '#web/previews/parts/sample-shows.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';

const { slug, title } = lighthouse.channel;

export const piece: Piece = {
  name: 'Breadcrumbs',
  group: 'basics',
  wide: true,
  samples: [
    {
      state: 'long',
      Show: () => (
        <Breadcrumbs crumbs={[{ label: title, to: `/channels/${slug}` }]} here={longTitle} />
      ),
    },
  ],
};
