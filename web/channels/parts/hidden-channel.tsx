import type { ChannelPage } from '#contract/channels.ts';
import { useSession } from '#web/platform/session.ts';
import { InPerson } from '#web/ui/in-person.tsx';
import { UnpublishedChannel } from './unpublished-channel.tsx';

/** A channel that strangers cannot see: it may be the viewer's own. */
export function HiddenChannel({ slug }: { slug: string }) {
  const userId = useSession()?.id;
  return (
    <InPerson ask={userId ? () => askInPerson(slug) : null} about={`${slug} ${userId}`}>
      {(channel) => <UnpublishedChannel channel={channel} />}
    </InPerson>
  );
}

async function askInPerson(slug: string): Promise<ChannelPage> {
  const { channelsContract } = await import('#contract/channels.ts');
  const { api } = await import('#web/platform/api.ts');
  return api(channelsContract.getChannel, { params: { slug } });
}
