import { type OwnProduct, productLimits } from '#contract/catalog.ts';
import type { Picture } from '#contract/media.ts';
import { languages } from '#contract/shared/language-list.ts';
import { sendPicture } from '#web/media/shared/send-picture.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields.tsx';
import { ImageField } from '#web/ui/image-field.tsx';
import { RichTextField } from '#web/ui/rich-text-field.tsx';
import { languageName } from './language-name.ts';

export type ChannelChoice = { slug: string; title: string };
type Props = {
  channels: ChannelChoice[];
  picture: Picture | null;
  /** What can no longer change, and what can no longer be emptied; nothing for a new product. */
  locked?: OwnProduct['locked'];
  required?: OwnProduct['required'];
};

/** Title, picture and the words that sell it; channel and language, which are known already. */
export function InfoSection({ channels, picture, locked = [], required = [] }: Props) {
  const { t, language } = useTranslation('catalog');
  const stays = locked.includes('channel');
  return (
    <FormSection
      place="info"
      title={t('section.info')}
      text={t('section.infoText')}
      aside={stays && <p>{t('lock.channel')}</p>}
    >
      <TextField
        name="title"
        label={t('field.title')}
        description={t(stays ? 'field.titleLocked' : 'field.titleHint')}
        required
        maxLength={productLimits.title}
      />
      <TextAreaField
        name="shortDescription"
        label={t('field.shortDescription')}
        required={required.includes('shortDescription')}
        rows={2}
        maxLength={productLimits.shortDescription}
      />
      <ImageField
        name="pictureId"
        label={t('field.picture')}
        description={t('field.pictureHint')}
        current={picture}
        required={required.includes('pictureId')}
        send={sendPicture}
      />
      <FieldRow>
        <SelectField
          name="channel"
          label={t('field.channel')}
          required
          disabled={stays}
          options={channels.map(({ slug, title }) => ({ value: slug, label: title }))}
        />
        <SelectField
          name="language"
          label={t('field.language')}
          required
          options={languages.map((value) => ({ value, label: languageName(value, language) }))}
        />
      </FieldRow>
    </FormSection>
  );
}

/** Everything there is to tell, with simple forms. */
export function DescriptionSection() {
  const { t } = useTranslation('catalog');
  return (
    <FormSection
      place="description"
      title={t('section.description')}
      text={t('section.descriptionText')}
    >
      <RichTextField
        name="description"
        label={t('field.description')}
        maxLength={productLimits.description}
      />
    </FormSection>
  );
}
