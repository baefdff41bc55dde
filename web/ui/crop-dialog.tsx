import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { CropSkeleton } from './crop-skeleton.tsx';
import type { OpenPicture } from './picture-file.ts';
import type { Area, Size } from './picture-shape.ts';

type Props = {
  picture: OpenPicture;
  shape: Size;
  label: string;
  cut: (area: Area) => Promise<void>;
  cancel: () => void;
};

/** Fetched with the first picture that is cut. */
const Pane = lazy(async () => {
  const { CropPane } = await import('./crop-pane.tsx');
  return { default: CropPane };
});

/** Asks which part of a picture is shown. */
export function CropDialog(props: Props) {
  const { t } = useTranslation('ui');
  return (
    <Modal
      opened
      size="44rem"
      title={t('crop.title', { field: props.label })}
      onClose={props.cancel}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Suspense fallback={<CropSkeleton />}>
        <Pane {...props} />
      </Suspense>
    </Modal>
  );
}
