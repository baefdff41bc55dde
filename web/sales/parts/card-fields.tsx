import { Alert, Code, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { PaymentMethods } from '#contract/payments.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './card-fields.module.css';
import type { CardValues } from './use-purchase.ts';

type Props = {
  values: CardValues;
  set: (values: CardValues) => void;
  errors: Record<string, string>;
  methods: PaymentMethods;
};

/** The card form of the sandbox bank: nothing typed here is kept but the last four digits. */
export function CardFields({ values, set, errors, methods }: Props) {
  const { t } = useTranslation('sales');
  const change = (name: keyof CardValues) => (event: React.ChangeEvent<HTMLInputElement>) =>
    set({ ...values, [name]: spaced(name, event.currentTarget.value) });
  return (
    <Stack gap="sm">
      <TextInput
        label={t('card.number')}
        value={values.number}
        onChange={change('number')}
        error={errors['card.number']}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="4242 4242 4242 4242"
        required
      />
      <SimpleGrid cols={2}>
        <TextInput
          label={t('card.expiry')}
          value={values.expiry}
          onChange={change('expiry')}
          error={errors['card.expiry']}
          autoComplete="cc-exp"
          inputMode="numeric"
          placeholder={t('card.expiryHint')}
          required
        />
        <TextInput
          label={t('card.cvc')}
          value={values.cvc}
          onChange={change('cvc')}
          error={errors['card.cvc']}
          autoComplete="cc-csc"
          inputMode="numeric"
          placeholder="123"
          required
        />
      </SimpleGrid>
      {methods.sandbox && <SandboxNote methods={methods} />}
    </Stack>
  );
}

function SandboxNote({ methods }: { methods: PaymentMethods }) {
  const { t } = useTranslation('sales');
  return (
    <Alert variant="default" icon={<IconFlask />} title={t('sandbox.title')}>
      <Text size="sm" mb="xs">
        {t('sandbox.text')}
      </Text>
      <div className={classes.cards}>
        {methods.cards.map(({ number, outcome }) => (
          <Fragment key={number}>
            <Code>{number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Code>
            <Text size="sm">{t(`sandbox.outcome.${outcome}`)}</Text>
          </Fragment>
        ))}
      </div>
    </Alert>
  );
}

/** Writes a card number in groups of four and an expiry as MM/YY while it is typed. */
function spaced(name: keyof CardValues, text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  if (name === 'number') return digits.slice(0, 19).replaceAll(/(.{4})(?=.)/g, '$1 ');
  if (name === 'cvc') return digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}` : digits;
}
