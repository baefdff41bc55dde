import type { NextShow } from '#contract/insights.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './globalview.module.css';

/** How full the house is: a bar where there are so many seats, else the tickets. */
export function Seats({ show: { tickets, capacity } }: { show: NextShow }) {
  const { t } = useTranslation('insights');
  if (capacity === null) {
    return <span className={classes.quiet}>{t('shows.tickets', { count: tickets })}</span>;
  }
  return (
    <span className={classes.seats}>
      <span className={classes.quiet}>{t('shows.of', { tickets, capacity })}</span>
      <progress value={tickets} max={capacity} aria-hidden="true" />
    </span>
  );
}
