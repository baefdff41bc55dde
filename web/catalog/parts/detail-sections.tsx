import { productLimits, suggestedAges } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryOptions } from '#web/ui/countries.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { TagsField } from '#web/ui/tags-field.tsx';
import { categoryKey, categoryWord, knownCategories } from './categories.ts';

/** What it is, for those who look for it. */
export function ClassificationSection() {
  const { t } = useTranslation('catalog');
  const ages = suggestedAges.map((value) => ({ value, label: t(`age.${value}`) }));
  return (
    <FormSection
      place="classification"
      title={t('section.classification')}
      text={t('section.classificationText')}
    >
      <TagsField
        name="categories"
        label={t('field.categories')}
        max={productLimits.categories}
        suggestions={knownCategories(t)}
        shown={(category) => categoryWord(t, category)}
        kept={(word) => categoryKey(t, word)}
      />
      <TagsField name="tags" label={t('field.tags')} max={productLimits.tags} />
      <SelectField name="suggestedAge" label={t('field.age')} required options={ages} />
    </FormSection>
  );
}

/** Where it comes from, and everything else somebody may ask. */
export function DetailsSection() {
  const { t, language } = useTranslation('catalog');
  return (
    <FormSection place="details" title={t('section.details')} text={t('section.detailsText')}>
      <TextField name="production" label={t('field.production')} maxLength={160} />
      <FieldRow>
        <NumberField
          name="productionYear"
          label={t('field.productionYear')}
          min={1850}
          max={2100}
        />
        <SelectField
          name="productionCountry"
          label={t('field.productionCountry')}
          options={countryOptions(language)}
        />
      </FieldRow>
      <TextField
        name="trailerUrl"
        type="url"
        label={t('field.trailer')}
        description={t('field.trailerHint')}
        inputMode="url"
        placeholder="https://"
        maxLength={500}
      />
      <TextAreaField
        name="technicalSheet"
        label={t('field.technicalSheet')}
        maxLength={productLimits.sheet}
      />
      <TextAreaField
        name="additionalInfo"
        label={t('field.additionalInfo')}
        maxLength={productLimits.sheet}
      />
    </FormSection>
  );
}
