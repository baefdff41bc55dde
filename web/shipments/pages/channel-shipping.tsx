import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { currencyCodes } from '#contract/shared/currencies.ts';
import { type ShippingForm, shippingContract } from '#contract/shipping.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryOptions } from '#web/ui/countries.ts';
import { DeskForm, FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { SelectField, TextAreaField } from '#web/ui/fields.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { formFrom, valuesOf } from '../parts/shipping-form.ts';
import { ZonesField } from '../parts/zones-field.tsx';

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  api(shippingContract.getChannelShipping, { params: { slug: params.channel_slug ?? '' } });
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta('shipments', ({ t }) => ({
  title: t('shipping.title'),
  noIndex: true,
}));

export default function ChannelShippingPage() {
  const { channel, form } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('shipments');
  const params = { slug: channel.slug };
  const save = (values: ReturnType<typeof valuesOf>) =>
    api(shippingContract.saveChannelShipping, { params, body: formFrom(values) });
  return (
    <>
      <PageHead
        title={t('shipping.title')}
        lead={t('shipping.lead')}
        crumbs={[
          { label: t('shipping.channels'), to: '/account/channels' },
          { label: channel.title, to: `/account/channels/${channel.slug}` },
        ]}
      />
      <DeskForm
        id={`shipping:${channel.id}`}
        initial={valuesOf(form as ShippingForm)}
        save={save}
        saved={() => notify({ message: t('shipping.saved') })}
      >
        <Basics />
        <FormSection title={t('shipping.zones')} text={t('shipping.zonesText')}>
          <ZonesField />
        </FormSection>
        <FormSection title={t('shipping.pickup')} text={t('shipping.pickupText')}>
          <TextAreaField name="pickup" label={t('shipping.place')} maxLength={300} rows={2} />
        </FormSection>
      </DeskForm>
    </>
  );
}

function Basics() {
  const { t, language } = useTranslation('shipments');
  return (
    <FormSection title={t('shipping.basics')} text={t('shipping.basicsText')}>
      <FieldRow>
        <SelectField
          name="home"
          label={t('shipping.home')}
          required
          options={countryOptions(language)}
        />
        <SelectField
          name="currency"
          label={t('shipping.currency')}
          description={t('shipping.currencyHint')}
          required
          options={currencyCodes.map((value) => ({ value, label: value }))}
        />
        <NumberField
          name="taxPercent"
          label={t('shipping.tax')}
          required
          min={0}
          max={100}
          decimals={2}
        />
      </FieldRow>
    </FormSection>
  );
}
