import { useEffect, useState } from 'react';
import type { ChannelPage } from '#contract/channels.ts';
import { useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState, ErrorState, NotFound } from '#web/ui/states.tsx';
import { ChannelStateBadge } from '../shared/channel-state.tsx';
import { ChannelHead } from './channel-head.tsx';

type Answer = { channel: ChannelPage } | { error: unknown } | null;

/** A channel that strangers cannot see: asked for again in the viewer's name, who may own it. */
export function HiddenChannel({ slug }: { slug: string }) {
  const user = useSession();
  const [answer, setAnswer] = useState<Answer>(null);
  const asks = user !== null;
  useEffect(() => {
    if (!asks) return;
    let current = true;
    askInPerson(slug).then(
      (channel) => current && setAnswer({ channel }),
      (error: unknown) => current && setAnswer({ error }),
    );
    return () => {
      current = false;
    };
  }, [asks, slug]);
  if (!asks) return <NotFound />;
  if (!answer) {
    return (
      <PageBody>
        <PageSkeleton />
      </PageBody>
    );
  }
  if ('channel' in answer) return <Preview channel={answer.channel} />;
  const isNotFound = (answer.error as { status?: number }).status === 404;
  return isNotFound ? <NotFound /> : <ErrorState error={answer.error} page />;
}

function Preview({ channel }: { channel: ChannelPage }) {
  const { t } = useTranslation('channels');
  return (
    <>
      <ChannelHead channel={channel} />
      <PageBody>
        <EmptyState
          title={t('page.preview')}
          text={t('page.previewText')}
          action={<ChannelStateBadge state={channel.state} />}
        />
      </PageBody>
    </>
  );
}

async function askInPerson(slug: string): Promise<ChannelPage> {
  const [{ api }, { channelsContract }] = await Promise.all([
    import('#web/platform/api.ts'),
    import('#contract/channels.ts'),
  ]);
  return api(channelsContract.getChannel, { params: { slug } });
}
