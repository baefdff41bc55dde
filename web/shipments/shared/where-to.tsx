import { Checkbox, NumberInput, Radio, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from '#web/platform/words.ts';
import { Refusal } from '#web/ui/refusal.tsx';
import { AddressFields } from './address-fields.tsx';
import type { Parcel, Way } from './use-parcel.ts';

type ManyProps = { value: number; set: (quantity: number) => void; most: number };

/** How many, up to what is left. */
export function HowMany({ value, set, most }: ManyProps) {
  const { t } = useTranslation('shipments');
  return (
    <NumberInput
      label={t('way.quantity')}
      description={most < 10 ? t('way.left', { count: most }) : undefined}
      min={1}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      value={value}
      onChange={(next) => set(typeof next === 'number' && next >= 1 ? next : 1)}
      w={160}
    />
  );
}

type WhereProps = { parcel: Parcel; way: Way; errors: Record<string, string> };

/** Sent or picked up, and where to; why not, where it is not done. */
export function WhereTo({ parcel, way: { shipping }, errors }: WhereProps) {
  const { t } = useTranslation('shipments');
  const { countries, pickup } = shipping;
  const { quote, method } = parcel;
  const isPosted = countries.length > 0;
  return (
    <Stack gap="md" component="section" aria-label={t('way.title')}>
      <Title order={2} size="h5">
        {t('way.title')}
      </Title>
      {isPosted && pickup && (
        <Radio.Group
          aria-label={t('way.title')}
          value={method}
          onChange={(next) => parcel.setMethod(next as 'post' | 'pickup')}
        >
          <Stack gap="xs">
            <Radio value="post" label={t('way.post')} />
            <Radio value="pickup" label={t('way.pickup', { place: pickup })} />
          </Stack>
        </Radio.Group>
      )}
      {!isPosted && pickup && <Text>{t('way.pickup', { place: pickup })}</Text>}
      {!parcel.hasWay && <Refusal title={t('way.none')} />}
      {isPosted && method === 'post' && (
        <>
          <AddressFields
            values={parcel.address}
            set={parcel.setAddress}
            errors={errors}
            countries={countries}
          />
          <Checkbox
            label={t('address.remember')}
            checked={parcel.remember}
            onChange={(event) => parcel.setRemember(event.currentTarget.checked)}
          />
        </>
      )}
      {isPosted && quote?.fault && (
        <Text c="red" role="alert">
          {t(`way.${quote.fault}`)}
        </Text>
      )}
    </Stack>
  );
}
