import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ChannelState } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';

/** From the desk to the page of a channel; until it is published, to its preview. */
export function SeeChannel({ channel }: { channel: { slug: string; state: ChannelState } }) {
  const { t } = useTranslation('channels');
  return (
    <Button
      component={Link}
      to={`/channels/${channel.slug}`}
      variant="default"
      leftSection={<IconExternalLink size={18} aria-hidden />}
    >
      {t(channel.state === 'published' ? 'edit.see' : 'edit.preview')}
    </Button>
  );
}
