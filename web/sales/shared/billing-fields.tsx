import { Collapse, NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { BillingForm } from '#contract/orders.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryOptions } from '#web/ui/countries.ts';

type Props = {
  open: boolean;
  setOpen: (open: boolean) => void;
  values: BillingForm;
  set: (values: BillingForm) => void;
  errors: Record<string, string>;
};

const fields = [
  ['company', 'organization'],
  ['nif', 'off'],
  ['address', 'street-address'],
  ['city', 'address-level2'],
  ['postalCode', 'postal-code'],
] as const;

/** Who the invoice is made out to; folded away for those who need none. */
export function BillingFields({ open, setOpen, values, set, errors }: Props) {
  const { t, language } = useTranslation('sales');
  const { t: say } = useTranslation('ui');
  const countries = useMemo(() => countryOptions(language), [language]);
  return (
    <div>
      <Switch
        label={t('billing.wanted')}
        checked={open}
        onChange={(event) => setOpen(event.currentTarget.checked)}
      />
      <Collapse expanded={open}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="sm">
          {fields.map(([name, autoComplete]) => (
            <TextInput
              key={name}
              label={t(`billing.${name}`)}
              name={`billing.${name}`}
              required={open}
              value={values[name]}
              autoComplete={autoComplete}
              maxLength={200}
              onChange={(event) => set({ ...values, [name]: event.currentTarget.value })}
              error={errors[`billing.${name}`]}
            />
          ))}
          <NativeSelect
            label={t('billing.country')}
            name="billing.country"
            required={open}
            value={values.country}
            autoComplete="country"
            data={[{ value: '', label: say('field.choose') }, ...countries]}
            onChange={(event) => set({ ...values, country: event.currentTarget.value })}
            error={errors['billing.country']}
          />
        </SimpleGrid>
      </Collapse>
    </div>
  );
}
