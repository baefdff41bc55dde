import { NativeSelect } from '@mantine/core';
import { recordingsContract } from '#contract/recordings.ts';
import { sessionZone } from '#contract/shared/session-zone.ts';
import { api } from '#web/platform/api.ts';
import { formatDate, formatLength } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useField, useForm } from '#web/ui/form-context.ts';
import { useAsked } from '#web/ui/use-asked.ts';

/** The recordings of one's own shows, to be shown once more. The value is the recording's id. */
export function RecordingField({ disabled }: { disabled: boolean }) {
  const { t, language } = useTranslation('catalog');
  const { store } = useForm();
  const { value, set, inputProps } = useField<string | null>('recordingId', {
    label: t('field.recording'),
    disabled,
  });
  const { answer } = useAsked(() => api(recordingsContract.listOwnRecordings), null);
  const choose = (id: string) => {
    set(id || null);
    // One or the other is shown, never both.
    if (id) store.set('assetId', null);
  };
  const known = (answer ?? []).map(({ id, title, startedAt, seconds }) => ({
    value: id,
    label: t('source.recordingOf', {
      title,
      day: formatDate(startedAt, { language, zone: sessionZone, style: 'date' }),
      length: formatLength(seconds),
    }),
  }));
  return (
    <NativeSelect
      {...inputProps}
      description={
        answer && known.length === 0 ? t('source.noRecordings') : t('source.recordingHint')
      }
      value={value ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[{ value: '', label: t('source.choose') }, ...known]}
    />
  );
}
