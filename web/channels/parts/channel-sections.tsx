import type { MyChannel } from '#contract/channels.ts';
import { sendPicture } from '#web/media/shared/send-picture.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { ImageField } from '#web/ui/image-field.tsx';
import { TagsField } from '#web/ui/tags-field.tsx';
import { AboutFields, IssuerFields } from './channel-fields.tsx';
import { warningAt } from './field-warning.tsx';

type Props = { channel: MyChannel };

/** Can this field be left empty? The server says. */
const isRequired =
  ({ channel }: Props) =>
  (field: string) =>
    channel.required.includes(field);

export function AboutSection(props: Props) {
  const { t } = useTranslation('channels');
  return (
    <FormSection place="about" title={t('section.about')} text={t('section.aboutText')}>
      <AboutFields required={isRequired(props)} />
      <TagsField name="tags" label={t('field.tags')} max={12} />
    </FormSection>
  );
}

const square = { width: 320, height: 320 };
const wide = { width: 1600, height: 400 };

export function PicturesSection({ channel }: Props) {
  const { t } = useTranslation('channels');
  return (
    <FormSection place="pictures" title={t('section.pictures')} text={t('section.picturesText')}>
      <FieldRow>
        <ImageField
          name="logoId"
          label={t('field.logo')}
          current={channel.logo}
          send={sendPicture}
          shape={square}
        />
        <ImageField
          name="profileImageId"
          label={t('field.profileImage')}
          current={channel.profileImage}
          send={sendPicture}
          shape={square}
        />
      </FieldRow>
      <ImageField
        name="coverImageId"
        label={t('field.cover')}
        current={channel.cover}
        send={sendPicture}
        shape={wide}
      />
    </FormSection>
  );
}

const networks = ['spotify', 'youtube', 'facebook', 'instagram', 'twitter', 'website'] as const;

export function LinksSection() {
  const { t } = useTranslation('channels');
  return (
    <FormSection place="links" title={t('section.links')} text={t('section.linksText')}>
      <FieldRow>
        {networks.map((network) => (
          <TextField
            key={network}
            name={`social.${network}`}
            label={t(`network.${network}`)}
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={300}
          />
        ))}
      </FieldRow>
      <TextField
        name="marketplaceUrl"
        label={t('field.marketplaceUrl')}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={300}
      />
    </FormSection>
  );
}

export function BillingSection(props: Props) {
  const { t } = useTranslation('channels');
  const { warnings } = props.channel;
  return (
    <FormSection place="billing" title={t('section.billing')} text={t('section.billingText')}>
      <IssuerFields required={isRequired(props)} warnings={warnings} />
      <FieldRow>
        <TextField
          name="billing.prefix"
          label={t('field.prefix')}
          type="tel"
          placeholder="+34"
          maxLength={6}
        />
        <TextField name="billing.phone" label={t('field.phone')} type="tel" maxLength={30} />
      </FieldRow>
      <TextField
        name="billing.iban"
        label={t('field.iban')}
        maxLength={50}
        description={warningAt('billing.iban', warnings)}
      />
    </FormSection>
  );
}
