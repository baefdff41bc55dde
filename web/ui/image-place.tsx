import { Button, Group, Progress } from '@mantine/core';
import { IconAlertTriangle, IconPhotoPlus } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './image-field.module.css';
import { Picture, type PictureFiles } from './picture.tsx';
import type { Size } from './picture-shape.ts';
import type { Upload } from './use-upload.ts';

type Props = {
  shown: PictureFiles | null;
  shape: Size;
  label: string;
  upload: Upload;
  over?: boolean;
  cancel: () => void;
  retry: () => void;
};

/** Where a picture stands, or will: what is there, what is on its way, and what did not arrive. */
export function ImagePlace({ shown, shape, label, upload, over, cancel, retry }: Props) {
  const ratio = shape.width / shape.height;
  return (
    <div
      className={classes.place}
      style={{ '--widest': `min(28rem, ${17 * ratio}rem)` } as CSSProperties}
      data-over={over || undefined}
    >
      <Shown {...{ shown, upload, ratio }} />
      {/* Always there: what appears together with its words is not read out. */}
      <div role="status">
        {upload.is === 'sending' && <Sending {...{ upload, label, cancel }} />}
        {upload.is === 'failed' && <Failed {...{ upload, cancel, retry }} />}
      </div>
    </div>
  );
}

type ShownProps = Pick<Props, 'shown' | 'upload'> & { ratio: number };

function Shown({ shown, upload, ratio }: ShownProps) {
  const { t } = useTranslation('ui');
  const style = { aspectRatio: ratio };
  if (upload.is !== 'idle') {
    return <img src={upload.preview} alt="" className={classes.preview} style={style} />;
  }
  if (shown)
    return <Picture picture={shown} alt={t('image.preview')} sizes="28rem" ratio={ratio} />;
  return (
    <div className={classes.empty} style={style}>
      <IconPhotoPlus size={32} stroke={1.5} aria-hidden />
    </div>
  );
}

type SendingProps = Pick<Props, 'label' | 'cancel'> & {
  upload: Extract<Upload, { is: 'sending' }>;
};

function Sending({ upload, label, cancel }: SendingProps) {
  const { t } = useTranslation('ui');
  const percent = Math.round(upload.share * 100);
  // All of it is there; now the server makes its sizes.
  const isMaking = percent === 100;
  return (
    <div className={classes.progress}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {/* Said once, not with each step: the bar tells its value to whoever asks. */}
        <span>{t(isMaking ? 'image.making' : 'image.sending')}</span>
        {!isMaking && (
          <span className="figures" aria-hidden="true">
            {t('image.percent', { percent })}
          </span>
        )}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={cancel}>
          {t('image.cancel')}
        </Button>
      </Group>
      <Progress value={percent} animated={isMaking} aria-label={label} />
    </div>
  );
}

type FailedProps = Pick<Props, 'cancel' | 'retry'> & { upload: Extract<Upload, { is: 'failed' }> };

function Failed({ upload, cancel, retry }: FailedProps) {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.failed}>
      <p>
        <IconAlertTriangle size={18} aria-hidden />
        <span>
          <strong>{t('image.failed')}</strong> {upload.reason}
        </span>
      </p>
      <Group gap="xs">
        <Button size="xs" onClick={retry}>
          {t('error.retry')}
        </Button>
        <Button variant="subtle" color="gray" size="xs" onClick={cancel}>
          {t('image.discard')}
        </Button>
      </Group>
    </div>
  );
}
