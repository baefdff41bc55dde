import type { ChannelBrief } from '#contract/channels.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';

/** What a subscription is to: a channel, or (null) the whole site. */
export function useFollowed(channel: Pick<ChannelBrief, 'slug' | 'title'> | null) {
  const { t } = useTranslation('subscriptions');
  const { name } = useBrand();
  return channel
    ? { title: channel.title, path: `/channels/${channel.slug}`, label: t('paid.channel') }
    : { title: name, path: '/search-results', label: t('paid.site') };
}
