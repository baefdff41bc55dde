import { Button } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { type RoomGuest, rehearsalsContract } from '#contract/rehearsals.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import type { RoomProps } from './invitation-panel.tsx';
import classes from './room-desk.module.css';

/** Who came by the link, who watches now, and the way out for each. */
export function GuestsPanel({ room, show }: RoomProps) {
  const { t } = useTranslation('rehearsals');
  const { guests, invitation } = room;
  const taken = { count: guests.length, places: invitation.places };
  return (
    <Panel title={t('guests.title', taken)}>
      {guests.length === 0 ? (
        <p className={classes.line}>{t('guests.none')}</p>
      ) : (
        <RowList scrolls={guests.length > 8}>
          {guests.map((guest) => (
            <Guest key={guest.id} guest={guest} room={room} show={show} />
          ))}
        </RowList>
      )}
    </Panel>
  );
}

function Guest({ guest, room, show }: RoomProps & { guest: RoomGuest }) {
  const { t } = useTranslation('rehearsals');
  const act = useAct();
  const confirm = useConfirm();
  const { id, email, cameAt, watching } = guest;
  const name = guest.name || email;
  const remove = async () => {
    const sure = await confirm({
      title: t('guests.removeTitle', { name }),
      text: t('guests.removeText'),
      confirmLabel: t('guests.remove'),
      danger: true,
    });
    if (!sure) return;
    const params = { slug: room.slug, id };
    const answer = await act.run(() => api(rehearsalsContract.removeGuest, { params }), {
      done: t('guests.removed', { name }),
      stay: true,
    });
    if (answer) show(answer);
  };
  return (
    <Row
      name={name}
      badge={
        <StatusBadge tone={watching ? 'good' : 'quiet'}>
          {t(watching ? 'guests.watching' : 'guests.away')}
        </StatusBadge>
      }
      about={
        <>
          {email} · <When instant={cameAt} style="short" />
        </>
      }
      act={
        room.can.removeGuest && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<IconUserMinus size={16} aria-hidden />}
            loading={act.busy}
            aria-label={t('guests.removeOf', { name })}
            onClick={() => void remove()}
          >
            {t('guests.remove')}
          </Button>
        )
      }
    />
  );
}
