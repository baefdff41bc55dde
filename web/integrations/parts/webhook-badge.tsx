import type { DeliveryState, Webhook, WebhookHealth } from '#contract/integrations.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const tones = { on: 'good', off: 'quiet', gone: 'bad', silent: 'bad' } as const;
const deliveryTones: Record<DeliveryState, Tone> = {
  waiting: 'wait',
  delivered: 'good',
  failed: 'bad',
};

type Standing = Pick<Webhook | WebhookHealth, 'state' | 'failingSince'>;

/** How a receiver stands; one that is on may still be out of reach. */
export function WebhookBadge({ state, failingSince }: Standing) {
  const { t } = useTranslation('integrations');
  if (state === 'on' && failingSince) {
    return <StatusBadge tone="warn">{t('state.failing')}</StatusBadge>;
  }
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { t } = useTranslation('integrations');
  return <StatusBadge tone={deliveryTones[state]}>{t(`delivery.${state}`)}</StatusBadge>;
}
