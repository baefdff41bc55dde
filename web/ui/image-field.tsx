import { Button, Group, Input, Progress } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import { sentenceFor } from '#web/platform/error-words.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useField, useForm } from './form-context.ts';
import classes from './image-field.module.css';
import { Picture, type PictureFiles } from './picture.tsx';

const maxBytes = 8 * 1024 * 1024;
const types = ['image/jpeg', 'image/png'];

type Props = {
  name: string;
  label: string;
  /** What is saved now. */
  current: PictureFiles | null;
  send: (file: File, onProgress: (share: number) => void) => Promise<PictureFiles>;
  required?: boolean;
  disabled?: boolean;
  description?: string;
  ratio?: number;
};

/** Chooses, drops, sends and shows a picture. The value is the picture's id, or null. */
export function ImageField({ name, label, current, send, ratio = 1100 / 650, ...rest }: Props) {
  const { t } = useTranslation('ui');
  const { required, disabled, description } = rest;
  const field = useField<string | null>(name, { label, required, disabled });
  const { id, disabled: off } = field.inputProps;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { drafts } = useForm();
  const sending = useSending(send, (picture) => {
    // A draft that comes back knows no more than the picture's id.
    drafts.keep(`picture:${picture.id}`, picture);
    field.set(picture.id);
  });
  const kept = useMemo(
    () => (field.value ? (drafts.find(`picture:${field.value}`) as PictureFiles | null) : null),
    [drafts, field.value],
  );
  const shown =
    [current, sending.picture, kept].find((picture) => picture?.id === field.value) ?? null;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !off) void sending.start(file);
  };
  return (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      required={required}
      description={description ?? t('image.rule')}
      error={sending.error ?? field.error}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button below does the same */}
      <div
        className={classes.place}
        style={{ maxWidth: `min(28rem, ${17 * ratio}rem)` }}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {shown ? (
          <Picture picture={shown} alt={t('image.preview')} sizes="28rem" ratio={ratio} />
        ) : (
          <div className={classes.empty} style={{ aspectRatio: ratio }}>
            <IconPhotoPlus size={32} stroke={1.5} aria-hidden />
          </div>
        )}
        {sending.share !== null && (
          <div className={classes.progress} role="status">
            {t('image.sending', { percent: Math.round(sending.share * 100) })}
            <Progress value={sending.share * 100} aria-label={label} />
          </div>
        )}
      </div>
      <input
        ref={input}
        id={id}
        type="file"
        accept={types.join(',')}
        className={classes.input}
        disabled={off}
        required={required}
        aria-invalid={Boolean(sending.error ?? field.error)}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void sending.start(file);
        }}
      />
      <Group gap="xs" mt="xs">
        <Button variant="default" size="xs" disabled={off} onClick={() => input.current?.click()}>
          {shown ? t('image.replace') : t('image.choose')}
        </Button>
        {shown && !required && (
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
        {!shown && <span className={classes.drop}>{t('image.drop')}</span>}
      </Group>
    </Input.Wrapper>
  );
}

/** One upload at a time; what the browser can see to be wrong is said before anything is sent. */
function useSending(send: Props['send'], done: (picture: PictureFiles) => void) {
  const { t } = useTranslation('ui');
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [picture, setPicture] = useState<PictureFiles | null>(null);
  const start = async (file: File) => {
    setError(null);
    if (!types.includes(file.type)) return setError(t('image.wrongType'));
    if (file.size > maxBytes) return setError(t('image.tooLarge'));
    setShare(0);
    try {
      const sent = await send(file, setShare);
      setPicture(sent);
      done(sent);
    } catch (failure) {
      setError(sentenceFor(failure));
    } finally {
      setShare(null);
    }
  };
  return { start, share, error, picture };
}
