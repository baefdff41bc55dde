import type { ChannelPage } from '#contract/channels.ts';

/** The channel as schema.org describes an organization. */
export function channelJsonLd(channel: ChannelPage, publicUrl: string): object {
  const { title, description, slug, logo, social } = channel;
  const sameAs = Object.values(social).filter((url) => url !== '');
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: title,
    url: `${publicUrl}/channels/${slug}`,
    ...(description ? { description } : {}),
    ...(logo ? { logo: `${publicUrl}/images/${logo.id}/${logo.widths.at(-1)}.jpg` } : {}),
    ...(sameAs.length > 0 ? { sameAs } : {}),
  };
}
