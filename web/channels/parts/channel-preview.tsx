import { catalogContract } from '#contract/catalog.ts';
import { channelsContract, type MyChannel } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { PreviewDrawer } from '#web/ui/preview-drawer.tsx';
import { useAsked } from '#web/ui/use-asked.ts';
import { PublicChannel, type ShownChannel } from './public-channel.tsx';
import { UnpublishedChannel } from './unpublished-channel.tsx';

type Props = { channel: MyChannel; close: () => void };

/** The page of the channel as a viewer would see it, renewed with every saving. */
export function ChannelPreview({ channel, close }: Props) {
  const { answer: shown, error } = useAsked(() => pageOf(channel), channel);
  const isOut = channel.state === 'published';
  return (
    <PreviewDrawer address={`/channels/${channel.slug}`} close={close} error={error}>
      {shown && (isOut ? <PublicChannel {...shown} /> : <UnpublishedChannel {...shown} />)}
    </PreviewDrawer>
  );
}

/** As many of each as on the page itself. */
const perPart = 12;

async function pageOf({ slug, state }: MyChannel): Promise<ShownChannel> {
  const params = { slug };
  const list = (when: 'ahead' | 'past') =>
    state === 'published'
      ? api(catalogContract.listChannelProducts, {
          params,
          query: { when, page: 1, size: perPart, sort: 'soon' },
        })
      : null;
  const [channel, upcoming, past] = await Promise.all([
    api(channelsContract.getChannel, { params }),
    list('ahead'),
    list('past'),
  ]);
  return { channel, when: null, upcoming, past };
}
