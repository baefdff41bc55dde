import { IconDoorOff } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { rehearsalsContract } from '#contract/rehearsals.ts';
import { BroadcastPanel } from '#web/live/shared/broadcast-panel.tsx';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { DeskColumns } from '#web/ui/desk-columns.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { CloseRoomPanel } from '../parts/close-room-panel.tsx';
import { GuestsPanel } from '../parts/guests-panel.tsx';
import { InvitationPanel } from '../parts/invitation-panel.tsx';
import { RoomPanel } from '../parts/room-panel.tsx';
import { useRoom } from '../parts/use-room.ts';

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  api(rehearsalsContract.getRoom, { params: { slug: params.slug ?? '' } });
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta<typeof clientLoader>('rehearsals', ({ t, data }) => ({
  title: data?.title ?? t('list.title'),
  noIndex: true,
}));

export default function MyRoomPage() {
  const first = useLoaderData<typeof clientLoader>();
  const { slug = '' } = useParams();
  return <RoomDesk key={slug} first={first} />;
}

function RoomDesk({ first }: { first: Awaited<ReturnType<typeof clientLoader>> }) {
  const { t } = useTranslation('rehearsals');
  const { room, show, closed } = useRoom(first);
  if (closed) return <Closed title={room.title} />;
  return (
    <>
      <PageHead
        title={room.title}
        crumbs={[{ label: t('list.title'), to: '/account/rehearsals' }]}
        badge={<StatusBadge tone="private">{t('state.open')}</StatusBadge>}
        lead={t('room.lead', { days: room.recordingDays })}
      />
      <DeskColumns
        label={t('room.aside')}
        aside={
          <>
            <InvitationPanel room={room} show={show} />
            <GuestsPanel room={room} show={show} />
          </>
        }
      >
        <BroadcastPanel slug={room.slug} />
        <div>
          <RoomPanel room={room} show={show} />
          <CloseRoomPanel room={room} />
        </div>
      </DeskColumns>
    </>
  );
}

/** Somebody closed it in another window. */
function Closed({ title }: { title: string }) {
  const { t } = useTranslation('rehearsals');
  return (
    <EmptyState
      page
      fault
      icon={IconDoorOff}
      title={t('closed.title')}
      text={t('closed.text', { title })}
      action={<ActionLink to="/account/rehearsals">{t('closed.toList')}</ActionLink>}
    />
  );
}
