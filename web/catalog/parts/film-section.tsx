import { useRevalidator } from 'react-router';
import { FilmField } from '#web/media/shared/film-field.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { FormSection } from '#web/ui/desk-form.tsx';

/** The file that plays, instead of dates. */
export function FilmSection({ required }: { required: boolean }) {
  const { t } = useTranslation('catalog');
  const { revalidate } = useRevalidator();
  return (
    <FormSection place="film" title={t('section.film')} text={t('section.filmText')}>
      <FilmField
        name="assetId"
        label={t('field.film')}
        required={required}
        // What the product lacks depends on whether its film plays.
        changed={() => void revalidate()}
      />
    </FormSection>
  );
}
