import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Giving } from '#contract/donations.ts';
import { parseAmount } from '#contract/shared/money-text.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';

/** What somebody chose to give, in minor units; nothing is chosen before they choose it. */
export type Given = { donation: number; support: number };
export const nothingGiven: Given = { donation: 0, support: 0 };

type Offer = NonNullable<Giving['support']>;
type Props = {
  giving: Giving;
  value: Given;
  set: (value: Given) => void;
  errors?: Partial<Record<keyof Given, string | undefined>>;
};

/** What can be given beside something bought: to the artist, and to the platform. */
export function GivingFields({ giving, value, set, errors = {} }: Props) {
  const { t } = useTranslation('donations');
  const { donation, support, channel } = giving;
  return (
    <Stack gap="lg">
      {donation && (
        <AmountChoice
          label={t('give.donation', { channel: channel.title })}
          text={donation.text || t('give.donationText')}
          offer={donation}
          value={value.donation}
          set={(amount) => set({ ...value, donation: amount })}
          error={errors.donation}
        />
      )}
      {support && (
        <AmountChoice
          label={t('give.support')}
          text={t('give.supportText')}
          offer={support}
          value={value.support}
          set={(amount) => set({ ...value, support: amount })}
          error={errors.support}
        />
      )}
    </Stack>
  );
}

type ChoiceProps = {
  label: string;
  text: ReactNode;
  offer: Offer;
  value: number;
  set: (amount: number) => void;
  error?: string | undefined;
};

/** Amounts to choose from, or one of one's own; pressed again, nothing is given. */
function AmountChoice({ label, text, offer, value, set, error }: ChoiceProps) {
  const { t, language } = useTranslation('donations');
  const { currency, suggested, least, most } = offer;
  const [typed, setTyped] = useState('');
  const said = (amount: number) => formatMoney(amount, currency, language);
  const isChosen = (one: number) => typed === '' && value === one;
  const amount = parseAmount(typed, currency);
  const isOff = typed.trim() !== '' && (amount === null || amount < least || amount > most);
  const limits = t('give.between', { least: said(least), most: said(most) });
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Text component="legend" fw={600} p={0}>
        {label}
      </Text>
      <Text size="sm" c="dimmed" mb="sm" style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
      <Group gap="xs" mb="sm">
        {suggested.map((one) => (
          <Button
            key={one}
            size="sm"
            variant={isChosen(one) ? 'filled' : 'default'}
            aria-pressed={isChosen(one)}
            onClick={() => {
              setTyped('');
              set(isChosen(one) ? 0 : one);
            }}
          >
            {said(one)}
          </Button>
        ))}
      </Group>
      <TextInput
        label={t('give.other')}
        description={limits}
        error={error ?? (isOff ? limits : undefined)}
        inputMode="decimal"
        autoComplete="off"
        maw={280}
        value={typed}
        rightSection={<span style={{ fontSize: '0.8125rem' }}>{currency}</span>}
        rightSectionWidth={52}
        rightSectionPointerEvents="none"
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          set(parseAmount(text, currency) ?? 0);
        }}
      />
    </fieldset>
  );
}

/** Is each of them nothing, or an amount that is taken? */
export function isTaken(giving: Giving | null, { donation, support }: Given): boolean {
  const fits = (offer: Offer | null | undefined, amount: number) =>
    amount === 0 || (offer != null && amount >= offer.least && amount <= offer.most);
  return fits(giving?.donation, donation) && fits(giving?.support, support);
}
