import type { ChannelState } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const tones: Record<ChannelState, Tone> = {
  draft: 'quiet',
  in_review: 'wait',
  published: 'good',
  banned: 'bad',
};

/** The state of a channel in one word and a sign. */
export function ChannelStateBadge({ state }: { state: ChannelState }) {
  const { t } = useTranslation('channels');
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}
