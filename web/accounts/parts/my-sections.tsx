import type { Picture } from '#contract/media.ts';
import { languages } from '#contract/shared/language-list.ts';
import { sendPicture } from '#web/media/shared/send-picture.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryOptions } from '#web/ui/countries.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { SelectField, SwitchField, TextAreaField, TextField } from '#web/ui/fields.tsx';
import { ImageField } from '#web/ui/image-field.tsx';
import classes from './my-data.module.css';

export function GeneralSection({ picture }: { picture: Picture | null }) {
  const { t, language } = useTranslation('accounts');
  const { t: say } = useTranslation('platform');
  return (
    <FormSection title={t('data.general')} text={t('data.generalText')}>
      <FieldRow>
        <TextField
          name="name"
          autoComplete="given-name"
          label={t('name')}
          maxLength={80}
          required
        />
        <TextField
          name="surname"
          autoComplete="family-name"
          label={t('surname')}
          maxLength={120}
          required
        />
      </FieldRow>
      <FieldRow>
        <TextField
          name="company"
          autoComplete="organization"
          label={t('company')}
          maxLength={120}
        />
        <TextField name="job" label={t('job')} maxLength={120} />
      </FieldRow>
      <FieldRow>
        <SelectField name="country" label={t('country')} options={countryOptions(language)} />
        <SelectField
          name="language"
          label={t('language')}
          options={languages.map((value) => ({ value, label: say(`language.${value}`) }))}
          required
        />
      </FieldRow>
      <SelectField
        name="timezone"
        label={t('timezone')}
        placeholder={t('timezoneAuto')}
        options={Intl.supportedValuesOf('timeZone').map((value) => ({
          value,
          label: value.replaceAll('_', ' '),
        }))}
      />
      <div className={classes.narrow}>
        <ImageField
          name="avatarId"
          label={t('data.avatar')}
          current={picture}
          shape={{ width: 320, height: 320 }}
          send={sendPicture}
        />
      </div>
    </FormSection>
  );
}

const networks = [
  ['instagram', 'Instagram'],
  ['youtube', 'YouTube'],
  ['facebook', 'Facebook'],
  ['twitter', 'X (Twitter)'],
  ['linkedin', 'LinkedIn'],
] as const;

export function ProfileSection() {
  const { t } = useTranslation('accounts');
  return (
    <FormSection title={t('data.profile')} text={t('data.profileText')}>
      <SwitchField name="publicProfile" label={t('data.publicProfile')} />
      <TextAreaField name="description" label={t('data.description')} maxLength={1000} />
      <TextField
        name="web"
        type="url"
        label={t('data.web')}
        placeholder="https://"
        maxLength={300}
      />
      <FieldRow>
        {networks.map(([name, label]) => (
          <TextField
            key={name}
            name={name}
            type="url"
            label={label}
            placeholder="https://"
            maxLength={300}
          />
        ))}
      </FieldRow>
    </FormSection>
  );
}

export function LettersSection() {
  const { t } = useTranslation('accounts');
  return (
    <FormSection title={t('data.letters')} text={t('data.lettersText')}>
      <SwitchField name="reminders" label={t('data.reminders')} />
      <SwitchField name="unfinishedLetters" label={t('data.unfinishedLetters')} />
      <SwitchField name="newsletter" label={t('data.newsletter')} />
    </FormSection>
  );
}
