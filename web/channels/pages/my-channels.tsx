import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { channelsContract } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { CardsSkeleton } from '#web/ui/skeletons.tsx';
import { MyChannelCard } from '../parts/my-channel-card.tsx';
import { NewChannelForm } from '../parts/new-channel-form.tsx';

export const clientLoader = () => api(channelsContract.listMyChannels);
export const HydrateFallback = CardsSkeleton;
export const meta = pageMeta('channels', ({ t }) => ({ title: t('list.title'), noIndex: true }));

export default function MyChannelsPage() {
  const { items, can } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('channels');
  const [asked, setAsked] = useState(false);
  // Quick access leads to the form itself.
  const isNew = useSearchParams()[0].has('new');
  useEffect(() => {
    if (isNew) setAsked(true);
  }, [isNew]);
  const isFirst = items.length === 0;
  const create = can.create && !isFirst && !asked && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAsked(true)}>
      {t('list.new')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('list.title')}
        lead={t(isFirst ? 'list.first' : 'list.lead')}
        actions={create}
      />
      {(asked || isFirst) && <NewChannelForm isFirst={isFirst} cancel={() => setAsked(false)} />}
      <CardGrid as="ul" wide>
        {items.map((channel) => (
          <li key={channel.id}>
            <MyChannelCard channel={channel} />
          </li>
        ))}
      </CardGrid>
    </>
  );
}
