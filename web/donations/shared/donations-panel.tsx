import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import {
  type DonationForm,
  type DonationSettings,
  donationsContract,
  mostSuggestions,
} from '#contract/donations.ts';
import { currencyCodes } from '#contract/shared/currencies.ts';
import { api } from '#web/platform/api.ts';
import { formatMoney } from '#web/platform/format.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm, FieldRow } from '#web/ui/desk-form.tsx';
import { SelectField, SwitchField, TextAreaField } from '#web/ui/fields.tsx';
import { useField, useFormValue } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';
import { Panel } from '#web/ui/panel.tsx';

type Props = {
  /** A channel, or one of its products. */
  of: 'channel' | 'product';
  slug: string;
};

const ways = {
  channel: [donationsContract.getChannelDonations, donationsContract.saveChannelDonations],
  product: [donationsContract.getProductDonations, donationsContract.saveProductDonations],
} as const;

/** Fields hold null while nothing is typed; such suggestions are none. */
type Values = Omit<DonationForm, 'suggested' | 'least' | 'most'> & {
  suggested: (number | null)[];
  least: number | null;
  most: number | null;
};

const valuesOf = ({ limits: _, can: _can, ...form }: DonationSettings): Values => form;
const formOf = ({ suggested, least, most, ...rest }: Values): DonationForm => ({
  ...rest,
  suggested: suggested.flatMap((amount) => amount ?? []),
  least: least ?? 0,
  most: most ?? 0,
});

/** How people can give to a channel, or beside a product: a form of its own, with a button. */
export function DonationsPanel({ of, slug }: Props) {
  const { t } = useTranslation('donations');
  const [settings, setSettings] = useState<DonationSettings | null>(null);
  const [get, put] = ways[of];
  useEffect(() => {
    let current = true;
    api(get, { params: { slug } }).then(
      (found) => current && setSettings(found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [get, slug]);
  if (!settings) return null;
  return (
    <div id="donations">
      <Panel title={t('desk.title')}>
        <Text size="sm" c="dimmed" mb="md">
          {t(of === 'channel' ? 'desk.channelText' : 'desk.productText')}
        </Text>
        <DeskForm<Values, DonationSettings>
          id={`donations:${of}:${slug}`}
          initial={valuesOf(settings)}
          bar={false}
          keepData
          disabled={!settings.can.edit}
          submitLabel={t('desk.save')}
          save={(values) => api(put, { params: { slug }, body: formOf(values) })}
          saved={(saved) => {
            setSettings(saved);
            notify({ message: t('desk.saved') });
          }}
        >
          <Fields settings={settings} />
        </DeskForm>
      </Panel>
    </div>
  );
}

function Fields({ settings: { can, limits } }: { settings: DonationSettings }) {
  const { t, language } = useTranslation('donations');
  const isOn = useFormValue<boolean>('isOn');
  const currency = useFormValue<DonationForm['currency']>('currency');
  const said = (amount: number) => formatMoney(amount, currency, language);
  return (
    <>
      <SwitchField name="isOn" label={t('desk.on')} />
      {isOn && (
        <>
          {can.chooseCurrency && (
            <SelectField
              name="currency"
              label={t('desk.currency')}
              required
              options={currencyCodes.map((value) => ({ value, label: value }))}
            />
          )}
          <FieldRow>
            <MoneyField
              name="least"
              label={t('desk.least')}
              currency={currency}
              required
              description={t('desk.leastHint', { amount: said(limits.least) })}
            />
            <MoneyField
              name="most"
              label={t('desk.most')}
              currency={currency}
              required
              description={t('desk.mostHint', { amount: said(limits.most) })}
            />
          </FieldRow>
          <Suggestions />
          <TextAreaField
            name="text"
            label={t('desk.text')}
            description={t('desk.textHint')}
            maxLength={300}
            rows={3}
          />
        </>
      )}
    </>
  );
}

function Suggestions() {
  const { t } = useTranslation('donations');
  const currency = useFormValue<DonationForm['currency']>('currency');
  const label = t('desk.suggested');
  const { value, set } = useField<(number | null)[]>('suggested', { label });
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <FieldRow>
        {value.map((_, index) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: fields are named by their place
            key={index}
            gap={4}
            wrap="nowrap"
            align="flex-end"
          >
            <MoneyField
              name={`suggested.${index}`}
              label={t('desk.suggestion', { count: index + 1 })}
              currency={currency}
            />
            <Button
              variant="subtle"
              px={8}
              aria-label={t('desk.remove', { count: index + 1 })}
              onClick={() => set(value.filter((_one, at) => at !== index))}
            >
              <IconX size={16} aria-hidden />
            </Button>
          </Group>
        ))}
      </FieldRow>
      {value.length < mostSuggestions && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set([...value, null])}
        >
          {t('desk.add')}
        </Button>
      )}
    </div>
  );
}
