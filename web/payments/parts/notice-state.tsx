import { paymentProviders } from '#contract/payments.ts';
import type { EventState } from '#contract/provider-events.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const tones: Record<EventState, Tone> = {
  received: 'wait',
  handled: 'good',
  kept: 'quiet',
  refused: 'warn',
  failed: 'bad',
};

/** What came of a notice. */
export function NoticeState({ state }: { state: EventState }) {
  const { t } = useTranslation('payments');
  return <StatusBadge tone={tones[state]}>{t(`notices.states.${state}`)}</StatusBadge>;
}

/** A provider as people write it; one that is gone stands as it was kept. */
export function ProviderName({ name }: { name: string }) {
  const { t } = useTranslation('payments');
  const known = paymentProviders.find((one) => one === name);
  return <>{known ? t(`notices.providers.${known}`) : name}</>;
}
