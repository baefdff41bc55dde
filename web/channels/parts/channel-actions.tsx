import { Button } from '@mantine/core';
import { IconEye, IconTruck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MyChannel } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ShareButton } from '#web/ui/share-button.tsx';
import { ChannelPreview } from './channel-preview.tsx';
import { SeeChannel } from './see-channel.tsx';

/** To look at the channel as others do, and once it is out, to tell them of it. */
export function ChannelActions({ channel }: { channel: MyChannel }) {
  const { t } = useTranslation('channels');
  const [previewed, setPreviewed] = useState(false);
  const isOut = channel.state === 'published';
  return (
    <>
      {isOut && <SeeChannel channel={channel} />}
      <Button
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
        onClick={() => setPreviewed(true)}
      >
        {t('edit.preview')}
      </Button>
      <Button
        component={Link}
        to={`/account/channels/${channel.slug}/shipping`}
        variant="default"
        leftSection={<IconTruck size={18} aria-hidden />}
      >
        {t('edit.shipping')}
      </Button>
      {isOut && <ShareButton path={`/channels/${channel.slug}`} title={channel.title} iconOnly />}
      {previewed && <ChannelPreview channel={channel} close={() => setPreviewed(false)} />}
    </>
  );
}
