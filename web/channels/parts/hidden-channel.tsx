import type { ChannelPage } from '#contract/channels.ts';
import { useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { InPerson } from '#web/ui/in-person.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { ChannelStateBadge } from '../shared/channel-state.tsx';
import { ChannelHead } from './channel-head.tsx';

/** A channel that strangers cannot see: it may be the viewer's own. */
export function HiddenChannel({ slug }: { slug: string }) {
  const userId = useSession()?.id;
  return (
    <InPerson ask={userId ? () => askInPerson(slug) : null} about={`${slug} ${userId}`}>
      {(channel) => <Preview channel={channel} />}
    </InPerson>
  );
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
  const { channelsContract } = await import('#contract/channels.ts');
  const { api } = await import('#web/platform/api.ts');
  return api(channelsContract.getChannel, { params: { slug } });
}
