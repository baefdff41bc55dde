import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { channelsContract } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskColumns } from '#web/ui/desk-columns.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { MovesPanel } from '../parts/moves-panel.tsx';
import { ReviewFacts } from '../parts/review-facts.tsx';
import { ReviewPanel } from '../parts/review-panel.tsx';
import { SeeChannel } from '../parts/see-channel.tsx';
import { ChannelStateBadge } from '../shared/channel-state.tsx';

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  api(channelsContract.getReviewedChannel, { params: { slug: params.channel_slug ?? '' } });
export const HydrateFallback = PageSkeleton;
export const meta = pageMeta<typeof clientLoader>('channels', ({ t, data }) => ({
  title: data?.title ?? t('review.title'),
  noIndex: true,
}));

export default function ManageChannelPage() {
  const channel = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('channels');
  return (
    <>
      <PageHead
        title={channel.title}
        crumbs={[{ label: t('manage.title'), to: '/manage/channels' }]}
        badge={<ChannelStateBadge state={channel.state} />}
        actions={<SeeChannel channel={channel} />}
      />
      <DeskColumns
        label={t('review.aside')}
        aside={
          <>
            <ReviewPanel channel={channel} />
            <MovesPanel moves={channel.moves} />
          </>
        }
      >
        <ReviewFacts channel={channel} />
      </DeskColumns>
    </>
  );
}
