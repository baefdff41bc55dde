import type { MailState } from '#contract/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const tones: Record<MailState, Tone> = {
  queued: 'wait',
  sent: 'good',
  kept: 'quiet',
  failed: 'bad',
};

export function MailStateBadge({ state }: { state: MailState }) {
  const { t } = useTranslation('notices');
  return <StatusBadge tone={tones[state]}>{t(`mailState.${state}`)}</StatusBadge>;
}
