import { productLimits } from '#contract/catalog.ts';
import type { Picture } from '#contract/media.ts';
import { sendPicture } from '#web/media/shared/send-picture.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FormSection } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { useFormValue } from '#web/ui/form-context.ts';
import { ImageField } from '#web/ui/image-field.tsx';
import { bannerShape } from './advertising.tsx';

/** One banner of the organizer's own: all three of picture, text and link, or nothing. */
export function AdvertisingSection({ current }: { current: Picture | null }) {
  const { t } = useTranslation('catalog');
  const hasPicture = useFormValue<string | null>('banner.pictureId') !== null;
  return (
    <FormSection
      place="advertising"
      title={t('section.advertising')}
      text={t('section.advertisingText')}
    >
      <ImageField
        name="banner.pictureId"
        label={t('field.bannerPicture')}
        current={current}
        shape={bannerShape}
        send={sendPicture}
      />
      <TextField
        name="banner.alt"
        label={t('field.bannerAlt')}
        description={t('field.bannerAltHint')}
        required={hasPicture}
        maxLength={productLimits.bannerAlt}
      />
      <TextField
        name="banner.url"
        type="url"
        inputMode="url"
        label={t('field.bannerUrl')}
        description={t('field.bannerUrlHint')}
        placeholder="https://"
        required={hasPicture}
        maxLength={500}
      />
    </FormSection>
  );
}
