import { Alert, Code, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconFlask } from '@tabler/icons-react';
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
        name="card.number"
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
          name="card.expiry"
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
          name="card.cvc"
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

const inFours = (number: string) => number.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The number that pays stands there; those that try something else open below it. */
function SandboxNote({ methods }: { methods: PaymentMethods }) {
  const { t } = useTranslation('sales');
  const [first, ...others] = methods.cards;
  return (
    <Alert variant="default" icon={<IconFlask />} title={t('sandbox.title')}>
      {first && (
        <Text size="sm">
          {t('sandbox.text')} <Code className={classes.number}>{inFours(first.number)}</Code>
        </Text>
      )}
      {others.length > 0 && (
        <details className={classes.more}>
          <summary>
            {t('sandbox.more')}
            <IconChevronDown size={16} aria-hidden />
          </summary>
          <div className={classes.cards}>
            {others.map(({ number, outcome }) => (
              <Fragment key={number}>
                <Code>{inFours(number)}</Code>
                <Text size="sm">{t(`sandbox.outcome.${outcome}`)}</Text>
              </Fragment>
            ))}
          </div>
        </details>
      )}
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
