import type { SubscriptionStatus } from '#contract/subscriptions.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

type Props = { of: { status: SubscriptionStatus; paymentDue: boolean; waitsForRate: boolean } };

/** How a subscription stands, in a word. */
export function SubscriptionBadge({ of: { status, paymentDue, waitsForRate } }: Props) {
  const { t } = useTranslation('subscriptions');
  if (waitsForRate) return <StatusBadge tone="wait">{t('status.waiting')}</StatusBadge>;
  if (paymentDue) return <StatusBadge tone="bad">{t('status.due')}</StatusBadge>;
  const tone = status === 'subscribed' ? 'good' : 'quiet';
  return <StatusBadge tone={tone}>{t(`status.${status}`)}</StatusBadge>;
}
