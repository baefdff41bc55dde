import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

/** On the air, and how many are watching; the number only when somebody is. */
export function LiveBadge({ viewers }: { viewers: number }) {
  const { t, language } = useTranslation('catalog');
  return (
    <StatusBadge tone="live">
      {t('live.badge')}
      {viewers > 0 && (
        <span>
          {'· '}
          {t('live.viewers', { count: viewers, shown: formatNumber(viewers, language) })}
        </span>
      )}
    </StatusBadge>
  );
}
