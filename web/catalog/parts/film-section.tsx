import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OwnProduct } from '#contract/catalog.ts';
import { FilmField } from '#web/media/shared/film-field.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { FormSection } from '#web/ui/desk-form.tsx';
import { useForm, useFormValue } from '#web/ui/form-context.ts';
import { RecordingField } from './recording-field.tsx';

/** The file that plays, instead of dates. */
export function FilmSection({ required }: { required: boolean }) {
  const { t } = useTranslation('catalog');
  return (
    <FormSection place="film" title={t('section.film')} text={t('section.filmText')}>
      <Film required={required} />
    </FormSection>
  );
}

function Film({ required, disabled = false }: { required: boolean; disabled?: boolean }) {
  const { t } = useTranslation('catalog');
  const { revalidate } = useRevalidator();
  return (
    <FilmField
      name="assetId"
      label={t('field.film')}
      required={required}
      disabled={disabled}
      // What the product lacks depends on whether its film plays.
      changed={() => void revalidate()}
    />
  );
}

/** Whoever chooses a film lets go of the recording. */
function useOneSource(): void {
  const { store } = useForm();
  const assetId = useFormValue<string | null>('assetId');
  const before = useRef(assetId);
  useEffect(() => {
    if (assetId !== null && before.current === null) store.set('recordingId', null);
    before.current = assetId;
  }, [assetId, store]);
}

/** What the clock plays at its dates: a film, or the recording of an earlier show. */
export function SourceSection({ product }: { product: OwnProduct | null }) {
  const { t } = useTranslation('catalog');
  const recordingId = useFormValue<string | null>('recordingId');
  useOneSource();
  const [chosen, choose] = useState<'film' | 'recording' | null>(null);
  const shown = chosen ?? (recordingId ? 'recording' : 'film');
  const stands = product?.because.replaceSource;
  return (
    <FormSection
      place="film"
      title={t('section.source')}
      text={t('section.sourceText')}
      aside={stands && <p>{t(`because.${stands}`)}</p>}
    >
      <SegmentedControl
        aria-label={t('section.source')}
        value={shown}
        disabled={stands !== undefined}
        onChange={(next) => choose(next as 'film' | 'recording')}
        data={[
          { value: 'film', label: t('source.film') },
          { value: 'recording', label: t('source.recording') },
        ]}
      />
      {shown === 'film' ? (
        <Film required={false} disabled={stands !== undefined} />
      ) : (
        <RecordingField disabled={stands !== undefined} />
      )}
    </FormSection>
  );
}
