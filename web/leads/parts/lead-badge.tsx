import type { LeadState } from '#contract/leads.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const tones: Record<LeadState, Tone> = {
  new: 'accent',
  contacted: 'wait',
  bought: 'good',
  lost: 'quiet',
};

/** How one stands with somebody who showed interest. */
export function LeadBadge({ state }: { state: LeadState }) {
  const { t } = useTranslation('leads');
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}
