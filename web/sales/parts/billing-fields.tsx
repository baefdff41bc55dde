import { Collapse, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { BillingForm } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';

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
  ['country', 'country'],
] as const;

/** Who the invoice is made out to; folded away for those who need none. */
export function BillingFields({ open, setOpen, values, set, errors }: Props) {
  const { t } = useTranslation('sales');
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
              value={values[name]}
              autoComplete={autoComplete}
              maxLength={name === 'country' ? 2 : 200}
              onChange={(event) => set({ ...values, [name]: event.currentTarget.value })}
              error={errors[`billing.${name}`]}
            />
          ))}
        </SimpleGrid>
      </Collapse>
    </div>
  );
}
