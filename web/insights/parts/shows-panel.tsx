import { Link } from 'react-router';
import type { NextShow } from '#contract/insights.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './globalview.module.css';

/** What is played next and how full the house is. */
export function ShowsPanel({ shows }: { shows: NextShow[] }) {
  const { t } = useTranslation('insights');
  return (
    <Panel title={t('shows.title')}>
      {shows.length === 0 ? (
        <p className={classes.none}>{t('shows.none')}</p>
      ) : (
        <ul className={classes.list}>
          {shows.map((show) => (
            <li key={show.sessionId} className={classes.show}>
              <Link
                to={`/account/channels/${show.channel}/products/${show.product}`}
                className={classes.link}
              >
                {show.title}
              </Link>
              {show.status !== 'published' && (
                <StatusBadge tone="quiet">{t(`shows.${show.status}`)}</StatusBadge>
              )}
              <span className={classes.quiet}>
                <When instant={show.startsAt} />
              </span>
              <Seats show={show} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Seats({ show: { tickets, capacity } }: { show: NextShow }) {
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
