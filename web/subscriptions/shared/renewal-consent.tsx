import { Text } from '@mantine/core';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { SubscriptionTerm } from '#contract/subscriptions.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';

type Props = {
  term: SubscriptionTerm;
  total: number;
  currency: CurrencyCode;
  /** What it is a subscription to, where other things are paid beside it. */
  of?: string;
};

/** What one agrees to by paying: the card is kept and charged again. Of what is had for good, nothing. */
export function RenewalConsent({ term, total, currency, of }: Props) {
  const { t, language } = useTranslation('subscriptions');
  if (term === 'once') return null;
  const amount = formatMoney(total, currency, language);
  return (
    <Text size="sm">
      {of && <b>{t('cart.of', { channel: of })}: </b>}
      {t(`pay.agree.${term}`, { amount })}
    </Text>
  );
}
