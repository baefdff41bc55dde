import { useTranslation } from '#web/platform/words.ts';

/** 90 → 1 h 30 min; short ones stay in minutes. */
export function Duration({ minutes }: { minutes: number }) {
  const { t } = useTranslation('catalog');
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return <>{t('duration.minutes', { minutes })}</>;
  if (rest === 0) return <>{t('duration.hours', { hours })}</>;
  return <>{t('duration.both', { hours, minutes: rest })}</>;
}
