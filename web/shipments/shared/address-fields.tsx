import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { countriesWithPostalCodes } from '#contract/shared/postal-codes.ts';
import type { PostalAddress } from '#contract/shipments.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryOptions } from '#web/ui/countries.ts';

type Props = {
  values: PostalAddress;
  set: (values: PostalAddress) => void;
  errors: Record<string, string>;
  /** Those that it is sent to: others are not offered. */
  countries: readonly string[];
};

type Name = Exclude<keyof PostalAddress, 'country'>;
const fields: readonly { name: Name; complete: string; optional?: true }[] = [
  { name: 'name', complete: 'shipping name' },
  { name: 'street', complete: 'shipping address-line1' },
  { name: 'second', complete: 'shipping address-line2', optional: true },
  { name: 'postalCode', complete: 'shipping postal-code' },
  { name: 'city', complete: 'shipping address-level2' },
  { name: 'region', complete: 'shipping address-level1', optional: true },
  { name: 'phone', complete: 'shipping tel', optional: true },
];

export const emptyAddress = (country: string): PostalAddress => ({
  ...{ name: '', street: '', second: '', city: '', postalCode: '', region: '', phone: '' },
  country,
});

const isRequired = (name: Name, { country }: PostalAddress): boolean =>
  name === 'postalCode'
    ? countriesWithPostalCodes.includes(country)
    : !fields.some((field) => field.name === name && field.optional);

/** Where something is sent to. */
export function AddressFields({ values, set, errors, countries }: Props) {
  const { t, language } = useTranslation('shipments');
  const options = useMemo(
    () => countryOptions(language).filter(({ value }) => countries.includes(value)),
    [language, countries],
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <NativeSelect
        label={t('address.country')}
        name="address.country"
        required
        autoComplete="shipping country"
        data={options}
        value={values.country}
        error={errors.country}
        onChange={(event) => set({ ...values, country: event.currentTarget.value })}
      />
      {fields.map(({ name, complete }) => {
        const required = isRequired(name, values);
        return (
          <TextInput
            key={name}
            name={`address.${name}`}
            required={required}
            label={
              required ? t(`address.${name}`) : `${t(`address.${name}`)} (${t('address.optional')})`
            }
            autoComplete={complete}
            type={name === 'phone' ? 'tel' : 'text'}
            maxLength={160}
            value={values[name]}
            error={errors[name]}
            onChange={(event) => set({ ...values, [name]: event.currentTarget.value })}
          />
        );
      })}
    </SimpleGrid>
  );
}
