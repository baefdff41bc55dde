import type { Piece } from '#web/previews/parts/piece.ts';
import { CardsSkeleton, FormSkeleton, RowsSkeleton } from '#web/ui/skeletons.tsx';

export const piece: Piece = {
  name: 'Skeletons',
  group: 'states',
  wide: true,
  samples: [
    { state: 'loading', Show: () => <CardsSkeleton count={3} /> },
    { state: 'loadingRows', Show: () => <RowsSkeleton /> },
    { state: 'loadingForm', Show: () => <FormSkeleton /> },
  ],
};
