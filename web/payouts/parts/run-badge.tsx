import type { MyPayout } from '#contract/my-payouts.ts';
import type { PayoutRunState, PayoutState } from '#contract/payouts.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const toneOfRun: Record<PayoutRunState, Tone> = {
  ...{ collected: 'wait', approved: 'accent', exported: 'wait', paid: 'good', dropped: 'quiet' },
};
type Shown = PayoutState | MyPayout['state'];
const toneOfPayout: Record<Shown, Tone> = {
  ...{
    preparing: 'wait',
    open: 'wait',
    held: 'warn',
    dropped: 'quiet',
    paid: 'good',
    returned: 'bad',
  },
};

export function RunBadge({ state }: { state: PayoutRunState }) {
  const { t } = useTranslation('payouts');
  return <StatusBadge tone={toneOfRun[state]}>{t(`runState.${state}`)}</StatusBadge>;
}

export function PayoutBadge({ state }: { state: Shown }) {
  const { t } = useTranslation('payouts');
  return <StatusBadge tone={toneOfPayout[state]}>{t(`payoutState.${state}`)}</StatusBadge>;
}

/** The same to administrators: until it is paid it stands in its run, wherever that is. */
export function LineBadge({ state }: { state: PayoutState }) {
  const { t } = useTranslation('payouts');
  if (state !== 'open') return <PayoutBadge state={state} />;
  return <StatusBadge tone="wait">{t('run.inIt')}</StatusBadge>;
}
