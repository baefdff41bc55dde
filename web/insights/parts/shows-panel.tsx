import { Link } from 'react-router';
import type { NextShow } from '#contract/insights.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './globalview.module.css';
import { productPlace } from './places.ts';
import { Seats } from './seats.tsx';

/** What is played next and how full the house is. */
export function ShowsPanel({ shows }: { shows: NextShow[] }) {
  const { t } = useTranslation('insights');
  return (
    <Panel title={t('shows.title')}>
      <ul className={classes.list}>
        {shows.map((show) => (
          <li key={show.sessionId} className={classes.show}>
            <Link to={productPlace(show.channel, show.product)} className={classes.link}>
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
    </Panel>
  );
}
