import { sessionZone } from '#contract/shared/session-zone.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { DateTimeField } from '#web/ui/fields.tsx';
import { NumberField } from '#web/ui/number-field.tsx';

/** When it can be bought, and how long a ticket lasts. */
export function AvailabilitySection() {
  const { t } = useTranslation('catalog');
  return (
    <FormSection
      place="availability"
      title={t('section.availability')}
      text={t('section.availabilityText')}
    >
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
