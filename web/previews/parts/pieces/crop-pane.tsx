import { lazy } from 'react';
import { InBrowser } from '#web/previews/parts/in-browser.tsx';
import type { Piece } from '#web/previews/parts/piece.ts';
import { samplePicture } from '#web/previews/parts/sample-picture.ts';
import { CropSkeleton } from '#web/ui/crop-skeleton.tsx';

/** As the dialog fetches it. */
const CropPane = lazy(async () => {
  const { CropPane: pane } = await import('#web/ui/crop-pane.tsx');
  return { default: pane };
});

type Props = { width: number; height: number; shape?: { width: number; height: number } };

function Pane({ width, height, shape = { width: 1100, height: 650 } }: Props) {
  return (
    <InBrowser waiting={<CropSkeleton />}>
      {() => (
        <CropPane
          picture={samplePicture(width, height)}
          shape={shape}
          cut={async () => undefined}
          cancel={() => undefined}
        />
      )}
    </InBrowser>
  );
}

export const piece: Piece = {
  name: 'CropPane',
  group: 'forms',
  samples: [
    { state: 'normal', Show: () => <Pane width={1600} height={1200} /> },
    { state: 'warning', Show: () => <Pane width={640} height={900} /> },
    {
      state: 'large',
      Show: () => <Pane width={2000} height={1500} shape={{ width: 1200, height: 300 }} />,
    },
    { state: 'loading', Show: CropSkeleton },
  ],
};
