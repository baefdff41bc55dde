import { Radio, Stack, Text } from '@mantine/core';
import type { AwayProvider, PaymentProvider } from '#contract/payments.ts';
import type { Checkout } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Refusal } from '#web/ui/refusal.tsx';
import { CardFields } from './card-fields.tsx';
import type { CardValues } from './use-purchase.ts';

export const providerNames: Record<AwayProvider, string> = { stripe: 'Stripe', redsys: 'Redsys' };

type Props = {
  methods: Checkout['methods'];
  value: PaymentProvider | null;
  set: (provider: PaymentProvider) => void;
  card: CardValues;
  setCard: (card: CardValues) => void;
  errors: Record<string, string>;
};

/** The ways of paying: the card form of the sandbox, or a page of a provider. */
export function PaymentWays({ methods, value, set, card, setCard, errors }: Props) {
  const { t } = useTranslation('sales');
  if (!value) return <Refusal title={t('payment.notDone')}>{t('payment.way.none')}</Refusal>;
  if (value === 'sandbox') {
    return <CardFields values={card} set={setCard} errors={errors} methods={methods} />;
  }
  const away = methods.providers.filter((name) => name !== 'sandbox');
  return (
    <Stack gap="sm">
      {away.length > 1 && (
        <Radio.Group
          label={t('payment.way.title')}
          value={value}
          onChange={(chosen) => set(chosen as PaymentProvider)}
        >
          <Stack gap="xs" mt="xs">
            {away.map((name) => (
              <Radio
                key={name}
                value={name}
                label={t(`payment.way.${name}`)}
                description={providerNames[name]}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Text size="sm">{t('payment.way.leave', { provider: providerNames[value] })}</Text>
    </Stack>
  );
}
