import { Link } from 'react-router';
import type { RoomCard } from '#contract/rehearsals.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './room-desk.module.css';

/** The open rooms of an organizer. */
export function RoomsPanel({ rooms }: { rooms: RoomCard[] }) {
  const { t } = useTranslation('rehearsals');
  return (
    <Panel title={t('list.open')}>
      <ul className={classes.list}>
        {rooms.map(({ slug, title, channel, onAir, openedAt, guests, places }) => (
          <li key={slug}>
            <Link to={`/account/rehearsals/${slug}`}>{title}</Link>
            <StatusBadge tone={onAir ? 'live' : 'private'}>
              {t(onAir ? 'state.onAir' : 'state.open')}
            </StatusBadge>
            <span className={classes.quiet}>
              {channel.title} · {t('list.guests', { count: guests, places })} ·{' '}
              <When instant={openedAt} style="short" />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
