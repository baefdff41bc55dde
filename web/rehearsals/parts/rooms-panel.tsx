import type { RoomCard } from '#contract/rehearsals.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';

/** The open rooms of an organizer. */
export function RoomsPanel({ rooms }: { rooms: RoomCard[] }) {
  const { t } = useTranslation('rehearsals');
  return (
    <Panel title={t('list.open')}>
      <RowList>
        {rooms.map(({ slug, title, channel, onAir, openedAt, guests, places }) => (
          <Row
            key={slug}
            name={title}
            to={`/account/rehearsals/${slug}`}
            badge={
              <StatusBadge tone={onAir ? 'live' : 'private'}>
                {t(onAir ? 'state.onAir' : 'state.open')}
              </StatusBadge>
            }
            about={
              <>
                {channel.title} · {t('list.guests', { count: guests, places })} ·{' '}
                <When instant={openedAt} style="short" />
              </>
            }
          />
        ))}
      </RowList>
    </Panel>
  );
}
