import { NumberInput } from '@mantine/core';
import { currencyCodes } from '#contract/shared/currencies.ts';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { priceFromNet, priceFromTotal } from '#contract/shared/money.ts';
import { sessionZone } from '#contract/shared/session-zone.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { DateTimeField, RadioField, SelectField, SwitchField, TextField } from '#web/ui/fields.tsx';
import { useField, useFormValue } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Price } from '#web/ui/price.tsx';
import classes from './price-section.module.css';

type By = 'net' | 'total';

/** `locked`: the currency stays. `required`: a paid product keeps a price. */
type PriceProps = { locked?: boolean; required?: boolean };

/** Paid or free; net or total is typed, the rest follows while typing. */
export function PriceSection({ locked = false, required = false }: PriceProps) {
  const { t } = useTranslation('catalog');
  const plan = useFormValue<'paid' | 'free'>('plan');
  return (
    <FormSection
      title={t('section.price')}
      text={t('section.priceText')}
      aside={locked && <p>{t('lock.currency')}</p>}
    >
      <RadioField
        name="plan"
        label={t('field.plan')}
        required
        options={[
          { value: 'paid', label: t('plan.paid') },
          { value: 'free', label: t('plan.free') },
        ]}
      />
      {plan === 'paid' && <PaidFields locked={locked} required={required} />}
      <TextField
        name="priceNote"
        label={t('field.priceNote')}
        description={t('field.priceNoteHint')}
        maxLength={240}
      />
    </FormSection>
  );
}

function PaidFields({ locked, required }: PriceProps) {
  const { t } = useTranslation('catalog');
  const currency = useFormValue<CurrencyCode>('currency');
  const by = useFormValue<By>('price.by');
  const hasOffer = useFormValue<boolean>('hasOffer');
  return (
    <>
      <ByField name="price" />
      <FieldRow>
        <MoneyField
          name="price.amount"
          label={t(by === 'net' ? 'field.net' : 'field.total')}
          currency={currency}
          required={required}
        />
        <TaxField />
        <SelectField
          name="currency"
          label={t('field.currency')}
          required
          disabled={locked}
          options={currencyCodes.map((value) => ({ value, label: value }))}
        />
      </FieldRow>
      <Breakdown name="price" />
      <SwitchField
        name="hasOffer"
        label={t('field.hasOffer')}
        description={t('field.hasOfferHint')}
      />
      {hasOffer && <OfferFields currency={currency} />}
    </>
  );
}

function OfferFields({ currency }: { currency: CurrencyCode }) {
  const { t } = useTranslation('catalog');
  const by = useFormValue<By>('offer.by');
  return (
    <div className={classes.offer}>
      <ByField name="offer" />
      <MoneyField
        name="offer.amount"
        label={t(by === 'net' ? 'field.offerNet' : 'field.offerTotal')}
        currency={currency}
        required
      />
      <Breakdown name="offer" />
      <FieldRow>
        <DateTimeField name="offer.startsAt" label={t('field.offerStarts')} zone={sessionZone} />
        <DateTimeField name="offer.endsAt" label={t('field.offerEnds')} zone={sessionZone} />
      </FieldRow>
    </div>
  );
}

/** Which of the two is typed. What stands there is turned into the other, so nothing is lost. */
function ByField({ name }: { name: 'price' | 'offer' }) {
  const { t } = useTranslation('catalog');
  const label = t('field.by');
  const { value, set, inputProps } = useField<By>(`${name}.by`, { label });
  const amount = useField<number | null>(`${name}.amount`, { label: t('field.total') });
  const taxRate = useFormValue<number | null>('price.taxRate') ?? 0;
  const choose = (next: By) => {
    if (next === value) return;
    const price = priceOf(value, amount.value, taxRate);
    set(next);
    if (amount.value !== null) amount.set(next === 'net' ? price.net : price.total);
  };
  return (
    <fieldset className={classes.by} disabled={inputProps.disabled}>
      <legend>{label}</legend>
      {(['total', 'net'] as const).map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={`${inputProps.id}-by`}
            checked={value === each}
            onChange={() => choose(each)}
          />
          {t(`by.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

const priceOf = (by: By, amount: number | null, taxRate: number) =>
  by === 'net' ? priceFromNet(amount ?? 0, taxRate) : priceFromTotal(amount ?? 0, taxRate);

/** Typed in percent, kept in hundredths of one. */
function TaxField() {
  const { t, language } = useTranslation('catalog');
  const options = { label: t('field.taxRate') };
  const { value, set, inputProps } = useField<number | null>('price.taxRate', options);
  return (
    <NumberInput
      {...inputProps}
      decimalScale={2}
      decimalSeparator={language === 'en' ? '.' : ','}
      min={0}
      max={100}
      allowNegative={false}
      suffix=" %"
      hideControls
      value={value === null ? '' : value / 100}
      onChange={(next) => set(typeof next === 'number' ? Math.round(next * 100) : 0)}
    />
  );
}

/** Net, tax and total as they will stand on the invoice. */
function Breakdown({ name }: { name: 'price' | 'offer' }) {
  const { t } = useTranslation('catalog');
  const by = useFormValue<By>(`${name}.by`);
  const amount = useFormValue<number | null>(`${name}.amount`);
  const taxRate = useFormValue<number | null>('price.taxRate') ?? 0;
  const currency = useFormValue<CurrencyCode>('currency');
  const price = priceOf(by, amount, taxRate);
  return (
    <output className={classes.breakdown} aria-label={t('price.breakdown')}>
      {(['net', 'tax', 'total'] as const).map((part) => (
        <span key={part} data-part={part}>
          <span className={classes.part}>{t(`price.${part}`)}</span>
          <Price amount={price[part]} currency={currency} />
        </span>
      ))}
    </output>
  );
}

/** When it can be bought, and how long a ticket lasts. */
export function AvailabilitySection() {
  const { t } = useTranslation('catalog');
  return (
    <FormSection title={t('section.availability')} text={t('section.availabilityText')}>
      <FieldRow>
        <DateTimeField name="salesStartsAt" label={t('field.salesStarts')} zone={sessionZone} />
        <DateTimeField name="salesEndsAt" label={t('field.salesEnds')} zone={sessionZone} />
      </FieldRow>
      <FieldRow>
        <NumberField
          name="expirationHours"
          label={t('field.expirationHours')}
          description={t('field.expirationHoursHint')}
          min={1}
          max={87_600}
        />
        <DateTimeField name="expiresAt" label={t('field.expiresAt')} zone={sessionZone} />
      </FieldRow>
    </FormSection>
  );
}
