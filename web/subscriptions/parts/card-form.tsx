import { Button, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { PaymentProvider } from '#contract/payments.ts';
import type { CardChange, CardCheckout, SubscriptionCard } from '#contract/subscriptions.ts';
import { formatDate, formatMoney } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CardFields } from '#web/sales/shared/card-fields.tsx';
import { providerNames } from '#web/sales/shared/payment-ways.tsx';
import { useMeans } from '#web/sales/shared/use-means.ts';
import { useMissing } from '#web/sales/shared/use-missing.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useFollowed } from '../shared/use-followed.ts';
import { CardState } from './card-state.tsx';
import { useCardChange } from './use-card-change.ts';

type Props = {
  checkout: CardCheckout;
  returned: CardChange | null;
  onKept: (subscription: SubscriptionCard) => void;
};

/** Gives another card: in the form of the sandbox, or on a page of the provider. */
export function CardForm({ checkout, returned, onKept }: Props) {
  const { t } = useTranslation('subscriptions');
  const { subscription, methods } = checkout;
  const { card, setCard, provider, means, payable } = useMeans(methods);
  const change = useCardChange(subscription.id, { returned, onKept });
  const { isComplete, errors, formProps } = useMissing(change.fault);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (isComplete() && means) void change.give(means);
  };
  return (
    <form {...formProps} onSubmit={submit}>
      <Stack gap="md" miw={0}>
        <Panel>
          <Stack gap="lg">
            <WhatIsCharged subscription={subscription} />
            {provider === 'sandbox' ? (
              <CardFields values={card} set={setCard} errors={errors} methods={methods} />
            ) : (
              provider && <Text>{t('card.leave', { provider: nameOf(provider) })}</Text>
            )}
          </Stack>
        </Panel>
        <Text size="sm">{t('card.keep')}</Text>
        <CardState change={change} provider={nameOf(provider)} />
        <Button
          type="submit"
          size="lg"
          loading={change.busy}
          disabled={!payable}
          leftSection={<IconLock size={18} aria-hidden />}
        >
          {provider === 'sandbox' ? t('card.button') : t('card.go', { provider: nameOf(provider) })}
        </Button>
      </Stack>
    </form>
  );
}

const nameOf = (provider: PaymentProvider | null): string =>
  provider && provider !== 'sandbox' ? providerNames[provider] : '';

function WhatIsCharged({ subscription }: { subscription: SubscriptionCard }) {
  const { t, language } = useTranslation('subscriptions');
  const zone = useViewerZone();
  const { channel, lastFour, nextCharge } = subscription;
  const { title } = useFollowed(channel);
  return (
    <div>
      <Text fw={600}>{title}</Text>
      {nextCharge && (
        <Text mt="xs">
          {t('card.text', {
            day: formatDate(nextCharge.at, { language, zone, style: 'date' }),
            amount: formatMoney(nextCharge.total, subscription.price.currency, language),
          })}
        </Text>
      )}
      {lastFour && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('card.now', { card: lastFour })}
        </Text>
      )}
    </div>
  );
}
