import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { sessionZone } from '#contract/shared/session-zone.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { DateTimeField, SwitchField } from '#web/ui/fields.tsx';
import { useFormValue } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';
import { Breakdown, type By, ByField } from './amount-fields.tsx';
import { FeePreview } from './fee-preview.tsx';
import classes from './price-section.module.css';

/** A lower price for a time. What is free cannot be cheaper. */
export function OfferSection({ minutes }: { minutes: number | null }) {
  const { t } = useTranslation('catalog');
  const currency = useFormValue<CurrencyCode>('currency');
  const hasOffer = useFormValue<boolean>('hasOffer');
  const isFree = useFormValue<'paid' | 'free'>('plan') === 'free';
  return (
    <FormSection place="offer" title={t('section.offer')} text={t('section.offerText')}>
      {isFree ? (
        <p className={classes.none}>{t('offer.free')}</p>
      ) : (
        <>
          <SwitchField
            name="hasOffer"
            label={t('field.hasOffer')}
            description={t('field.hasOfferHint')}
          />
          {hasOffer && <OfferFields currency={currency} minutes={minutes} />}
        </>
      )}
    </FormSection>
  );
}

type FieldsProps = { currency: CurrencyCode; minutes: number | null };

function OfferFields({ currency, minutes }: FieldsProps) {
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
      <FeePreview name="offer" minutes={minutes} />
      <FieldRow>
        <DateTimeField name="offer.startsAt" label={t('field.offerStarts')} zone={sessionZone} />
        <DateTimeField name="offer.endsAt" label={t('field.offerEnds')} zone={sessionZone} />
      </FieldRow>
    </div>
  );
}
