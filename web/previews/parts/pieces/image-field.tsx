import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { SampleForm } from '#web/previews/parts/sample-form.tsx';
import { samplePicture } from '#web/previews/parts/sample-picture.ts';
import { ImageField } from '#web/ui/image-field.tsx';
import { ImagePlace } from '#web/ui/image-place.tsx';
import type { Upload } from '#web/ui/use-upload.ts';

/** Nothing is sent from here: it is on its way for as long as one looks. */
const forever = () => new Promise<never>(() => undefined);

function Field({ disabled, missing }: { disabled?: boolean; missing?: boolean }) {
  const { t } = useTranslation('previews');
  return (
    <SampleForm
      values={{ picture: null }}
      disabled={disabled}
      begin={(store) => missing && store.touch('picture')}
    >
      <ImageField
        name="picture"
        label={t('sample.picture')}
        current={null}
        required={missing}
        send={forever}
      />
    </SampleForm>
  );
}

const shape = { width: 1100, height: 650 };
const preview = samplePicture(1100, 650).url;
const nothing = () => undefined;

type PlaceProps = { upload: Upload; over?: boolean };

function Place({ upload, over }: PlaceProps) {
  const { t } = useTranslation('previews');
  return (
    <ImagePlace
      {...{ shape, upload, over }}
      shown={null}
      label={t('sample.picture')}
      cancel={nothing}
      retry={nothing}
    />
  );
}

function Failed() {
  const { t } = useTranslation('platform');
  return <Place upload={{ is: 'failed', reason: t('error.network'), preview }} />;
}

export const piece: Piece = {
  name: 'ImageField',
  group: 'forms',
  samples: [
    { state: 'normal', Show: () => <Field /> },
    { state: 'missing', Show: () => <Field missing /> },
    { state: 'disabled', Show: () => <Field disabled /> },
    { state: 'over', Show: () => <Place upload={{ is: 'idle' }} over /> },
    { state: 'sending', Show: () => <Place upload={{ is: 'sending', share: 0.42, preview }} /> },
    { state: 'busy', Show: () => <Place upload={{ is: 'sending', share: 1, preview }} /> },
    { state: 'error', Show: Failed },
  ],
};
