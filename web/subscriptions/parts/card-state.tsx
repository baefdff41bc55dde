import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { sentenceFor } from '#web/platform/error-words.ts';
import { useTranslation } from '#web/platform/words.ts';
import { goToPayment } from '#web/sales/shared/go-to-payment.ts';
import { Refusal } from '#web/ui/refusal.tsx';
import type { CardChanging } from './use-card-change.ts';

type Props = { change: CardChanging; provider: string };

/** What became of the card so far: refused, too late, or not given yet. */
export function CardState({ change, provider }: Props) {
  const { t } = useTranslation('subscriptions');
  const { state, place, fault, busy } = change;
  const isRefused = !fault && !busy && (state === 'declined' || state === 'over');
  return (
    <div aria-live="polite">
      {fault && <Refusal title={t('card.over')}>{sentenceFor(fault)}</Refusal>}
      {isRefused && <Refusal title={t(`card.${state}`)}>{t(`card.${state}Text`)}</Refusal>}
      {!fault && !busy && state === 'open' && place && (
        <Alert icon={<IconArrowBackUp size={20} />} title={t('card.unfinished')}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t('card.unfinishedText', { provider })}</Text>
            <Button variant="default" onClick={() => goToPayment(place)}>
              {t('card.goOn')}
            </Button>
          </Stack>
        </Alert>
      )}
    </div>
  );
}
