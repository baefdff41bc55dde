import { IconBuildingStore } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { rehearsalsContract } from '#contract/rehearsals.ts';
import { firstChannel } from '#web/channels/shared/first-channel.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { NewRoomPanel } from '../parts/new-room-panel.tsx';
import { RoomsPanel } from '../parts/rooms-panel.tsx';

/** `?channel=` is where one comes from: a new room is opened there. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const rooms = await api(rehearsalsContract.listRooms);
  const chosen = firstChannel(rooms.channels, new URL(request.url).searchParams.get('channel'));
  return { ...rooms, chosen: chosen?.slug ?? '' };
}
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta('rehearsals', ({ t }) => ({ title: t('list.title'), noIndex: true }));

export default function MyRoomsPage() {
  const { items, because, can, channels, chosen } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('rehearsals');
  return (
    <>
      <PageHead title={t('list.title')} lead={t('list.lead')} />
      {because === 'no_channel' ? (
        <EmptyState
          icon={IconBuildingStore}
          title={t('list.noChannel')}
          text={t('list.noChannelText')}
          action={<ActionLink to="/account/channels">{t('list.toChannels')}</ActionLink>}
        />
      ) : (
        <NewRoomPanel channels={channels} chosen={chosen} mayOpen={can.open} />
      )}
      {items.length > 0 && <RoomsPanel rooms={items} />}
    </>
  );
}
