import { IconEye } from '@tabler/icons-react';
import type { ChannelPage } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { ChannelStateBadge } from '../shared/channel-state.tsx';
import { ChannelHead } from './channel-head.tsx';

/** A channel that only its people see: how it will look, and that it is not out yet. */
export function UnpublishedChannel({ channel }: { channel: ChannelPage }) {
  const { t } = useTranslation('channels');
  return (
    <>
      <ChannelHead channel={channel} />
      <PageBody>
        <EmptyState
          icon={IconEye}
          title={t('page.preview')}
          text={t('page.previewText')}
          action={<ChannelStateBadge state={channel.state} />}
        />
      </PageBody>
    </>
  );
}
