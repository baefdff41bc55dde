import { Input, NativeSelect } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import { assetsContract } from '#contract/assets.ts';
import { api } from '#web/platform/api.ts';
import { sentenceFor } from '#web/platform/error-words.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type FieldBase, useField } from '#web/ui/form-context.ts';
import { useAsked } from '#web/ui/use-asked.ts';
import { useIncomingFiles } from '#web/ui/use-incoming-files.ts';
import { ChooseFile } from '../parts/choose-file.tsx';
import classes from '../parts/film.module.css';
import { FilmPanel } from '../parts/film-panel.tsx';
import { beginUpload } from '../parts/running-uploads.ts';

/** What a file dialog offers first; what a file is, is found out by looking into it. */
export const filmTypes = '.mp4,.m4v,.mov,.mkv,.webm,.mp3,.m4a,.ogg,.wav,.flac,video/*,audio/*';

type Props = FieldBase & {
  /** Told when something of it changed that others show: it plays now, or plays no more. */
  changed?: () => void;
};

/** A film that is chosen or dropped, uploaded, made and described. The value is the asset's id. */
export function FilmField({ name, label, required = false, disabled, changed }: Props) {
  const field = useField<string | null>(name, { label, required, disabled });
  const { id } = field.inputProps;
  if (field.value !== null) {
    return (
      <div id={id} tabIndex={-1} className={classes.field}>
        <FilmPanel
          key={field.value}
          name={name}
          id={field.value}
          off={field.inputProps.disabled ?? false}
          changed={changed}
          drop={required ? null : () => field.set(null)}
        />
      </div>
    );
  }
  return <ChooseFilm {...field.inputProps} chosen={field.set} />;
}

type ChooseProps = {
  id: string;
  label: string;
  required: boolean;
  error?: string | undefined;
  disabled?: boolean | undefined;
  chosen: (id: string) => void;
};

function ChooseFilm({ id, label, required, error, disabled: off, chosen }: ChooseProps) {
  const { t } = useTranslation('media');
  const { begin, busy, fault } = useBegin(chosen);
  const incoming = useIncomingFiles({ off: off || busy, take: begin });
  return (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      required={required}
      description={t('film.rule')}
      descriptionProps={{ id: `${id}-rule` }}
      error={fault ?? error}
      errorProps={{ id: `${id}-error`, role: fault ? 'alert' : undefined }}
    >
      <div
        ref={incoming.place}
        {...incoming.dropping}
        className={classes.drop}
        data-over={incoming.over || undefined}
      >
        <IconMovie size={32} stroke={1.5} aria-hidden />
        <p className={classes.dropText}>{t('film.drop')}</p>
        <ChooseFile
          text={t('film.choose')}
          accept={filmTypes}
          busy={busy}
          off={off}
          input={{ id, 'aria-describedby': `${id}-rule` }}
          chosen={begin}
        />
        <KnownFilms off={off ?? false} chosen={chosen} />
      </div>
    </Input.Wrapper>
  );
}

function useBegin(chosen: (id: string) => void) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const begin = ([file]: File[]) => {
    if (!file) return;
    setBusy(true);
    setFault(undefined);
    beginUpload(file)
      .then(chosen, (error: unknown) => setFault(sentenceFor(error)))
      .finally(() => setBusy(false));
  };
  return { begin, busy, fault };
}

/** What was uploaded before can be shown again. */
function KnownFilms({ off, chosen }: { off: boolean; chosen: (id: string) => void }) {
  const { t } = useTranslation('media');
  const { answer } = useAsked(() => api(assetsContract.listAssets, { query: { size: 50 } }), null);
  const known = (answer?.items ?? []).filter(({ can }) => can.attach);
  if (known.length === 0) return null;
  return (
    <NativeSelect
      className={classes.known}
      label={t('film.known')}
      disabled={off}
      value=""
      onChange={(event) => event.currentTarget.value && chosen(event.currentTarget.value)}
      data={[
        { value: '', label: t('film.knownNone') },
        ...known.map(({ id, title }) => ({ value: id, label: title })),
      ]}
    />
  );
}
