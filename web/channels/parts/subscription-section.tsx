import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { parseAmount, priceFromNet, priceFromTotal, writeAmount } from '#contract/shared/money.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { SwitchField } from '#web/ui/fields.tsx';
import { useField, useFormValue } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';
import { Price } from '#web/ui/price.tsx';

/** Following the channel for money each month: net or total is typed, the rest follows. */
export function SubscriptionSection() {
  const { t } = useTranslation('channels');
  const enabled = useFormValue<boolean>('subscription.enabled');
  return (
    <FormSection title={t('section.subscription')} text={t('section.subscriptionText')}>
      <SwitchField name="subscription.enabled" label={t('field.subscription')} />
      {enabled && <SubscriptionPrice />}
    </FormSection>
  );
}

function SubscriptionPrice() {
  const { t } = useTranslation('channels');
  const currency = useFormValue<CurrencyCode | null>('subscription.currency') ?? 'EUR';
  const total = useFormValue<number | null>('subscription.total') ?? 0;
  const taxRate = useFormValue<number | null>('subscription.taxRate') ?? 0;
  const { net, tax } = priceFromTotal(total, taxRate);
  return (
    <>
      <FieldRow>
        <NetField currency={currency} taxRate={taxRate} />
        <TaxRateField />
        <MoneyField
          name="subscription.total"
          label={t('field.total')}
          currency={currency}
          required
        />
      </FieldRow>
      <output>
        {t('field.split')} <Price amount={net} currency={currency} /> +{' '}
        <Price amount={tax} currency={currency} /> = <Price amount={total} currency={currency} />
      </output>
    </>
  );
}

/** The net price is another way to type the total. */
function NetField({ currency, taxRate }: { currency: CurrencyCode; taxRate: number }) {
  const { t, language } = useTranslation('channels');
  const options = { label: t('field.net') };
  const { value, set, inputProps } = useField<number | null>('subscription.total', options);
  const [typed, setTyped] = useState<string | null>(null);
  const written = value === null ? '' : writeAmount(priceFromTotal(value, taxRate).net, currency);
  const shown = typed ?? (language === 'en' ? written : written.replace('.', ','));
  return (
    <TextInput
      label={options.label}
      disabled={inputProps.disabled}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span style={{ fontSize: '0.8125rem' }}>{currency}</span>}
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
      value={shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const net = parseAmount(text, currency);
        setTyped(text);
        set(net === null ? null : priceFromNet(net, taxRate).total);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** Typed in percent, kept in hundredths of one. */
function TaxRateField() {
  const { t } = useTranslation('channels');
  const options = { label: t('field.taxRate') };
  const { value, set, inputProps } = useField<number | null>('subscription.taxRate', options);
  return (
    <NumberInput
      {...inputProps}
      decimalScale={2}
      min={0}
      max={100}
      suffix=" %"
      hideControls
      value={value === null ? '' : value / 100}
      onChange={(next) => set(typeof next === 'number' ? Math.round(next * 100) : null)}
    />
  );
}
