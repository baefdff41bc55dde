import { Button, Group, Input } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { CropDialog } from './crop-dialog.tsx';
import { type FieldBase, useField, useForm } from './form-context.ts';
import classes from './image-field.module.css';
import { ImagePlace } from './image-place.tsx';
import type { PictureFiles } from './picture.tsx';
import { isSmall, pictureRules, type Size, sizeWords } from './picture-shape.ts';
import { useChosenPicture } from './use-chosen-picture.ts';
import { useIncomingFiles } from './use-incoming-files.ts';
import { type SendFile, useUpload } from './use-upload.ts';

type Props = Omit<FieldBase, 'description'> & {
  description?: string;
  /** What is saved now. */
  current: PictureFiles | null;
  send: SendFile<PictureFiles>;
  /** How it is shown: what has another form is cut to this one, what is smaller will look blurred. */
  shape?: Size;
};

const ofProducts = { width: 1100, height: 650 };

/**
 * A picture that is chosen, dropped or pasted, cut to its shape, sent and shown. The value is the
 * picture's id, or null.
 */
export function ImageField({ name, label, current, send, shape = ofProducts, ...rest }: Props) {
  const { t } = useTranslation('ui');
  const { required, disabled, description } = rest;
  const field = useField<string | null>(name, { label, required, disabled });
  const { id, disabled: off } = field.inputProps;
  const input = useRef<HTMLInputElement>(null);
  const { known, keep } = useKnownPictures();
  const upload = useUpload({
    id,
    send,
    done: (picture, file) => {
      keep(picture);
      chosen.remember(picture.id, file);
      field.set(picture.id);
    },
  });
  const chosen = useChosenPicture({ shape, start: upload.start });
  const incoming = useIncomingFiles({ off, take: chosen.take });
  const shown = current?.id === field.value ? current : known(field.value);
  const isIdle = upload.state.is === 'idle';
  const choose = () => input.current?.click();
  const fault = chosen.fault && t(`image.${chosen.fault}`);
  return (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      required={required}
      description={description ?? t('image.rule')}
      descriptionProps={{ id: `${id}-rule` }}
      error={fault ?? field.error}
      errorProps={{ id: `${id}-error`, role: fault ? 'alert' : undefined }}
    >
      <div
        ref={incoming.place}
        {...incoming.dropping}
        className={classes.field}
        data-small={(isIdle && shape.width === shape.height) || undefined}
      >
        <ImagePlace
          shown={shown}
          shape={shape}
          label={label}
          upload={upload.state}
          over={incoming.over}
          cancel={upload.cancel}
          retry={upload.retry}
        />
        <input
          ref={input}
          id={id}
          type="file"
          accept={pictureRules.types.join(',')}
          className={classes.input}
          disabled={off}
          required={required}
          aria-invalid={Boolean(fault ?? field.error)}
          aria-describedby={fault || field.error ? `${id}-error ${id}-rule` : `${id}-rule`}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = '';
            void chosen.take(files);
          }}
        />
        <Group gap={6} mt="xs">
          <Button variant="default" size="xs" disabled={off} tabIndex={-1} onClick={choose}>
            {shown ? t('image.replace') : t('image.choose')}
          </Button>
          {shown && isIdle && (
            <Button
              variant="default"
              size="xs"
              disabled={off}
              onClick={() => void chosen.adjust(shown)}
            >
              {t('image.adjust')}
            </Button>
          )}
          {shown && isIdle && !required && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              disabled={off}
              onClick={() => field.set(null)}
            >
              {t('image.remove')}
            </Button>
          )}
          {!shown && isIdle && <span className={classes.drop}>{t('image.drop')}</span>}
        </Group>
        {shown && isIdle && isSmall(shown, shape) && <Small picture={shown} shape={shape} />}
      </div>
      {chosen.open && (
        <CropDialog
          picture={chosen.open}
          shape={shape}
          label={label}
          cut={chosen.cut}
          cancel={chosen.cancel}
        />
      )}
    </Input.Wrapper>
  );
}

function Small({ picture, shape }: { picture: Size; shape: Size }) {
  const { t } = useTranslation('ui');
  return (
    <p className={classes.small}>
      <IconAlertTriangle size={18} aria-hidden />
      {t('image.small', sizeWords(picture, shape))}
    </p>
  );
}

/** Pictures sent from this tab: a draft that comes back knows no more of them than their ids. */
function useKnownPictures() {
  const { drafts } = useForm();
  const own = useRef(new Map<string, PictureFiles>());
  return useMemo(
    () => ({
      known: (id: string | null): PictureFiles | null =>
        id ? (own.current.get(id) ?? (drafts.find(`picture:${id}`) as PictureFiles | null)) : null,
      keep: (picture: PictureFiles) => {
        own.current.set(picture.id, picture);
        drafts.keep(`picture:${picture.id}`, picture);
      },
    }),
    [drafts],
  );
}
