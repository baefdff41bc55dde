import type { ChannelPage } from '#contract/channels.ts';
import { breadcrumbs, graphOf, itemList } from '#web/ui/structured.ts';

type About = { publicUrl: string; siteName: string; productSlugs: string[] };

/** The channel as schema.org describes an organization, with what it shows. */
export function channelJsonLd(
  channel: ChannelPage,
  { publicUrl, siteName, productSlugs }: About,
): object {
  const { title, description, slug, logo, social } = channel;
  const sameAs = Object.values(social).filter((url) => url !== '');
  return graphOf(
    {
      '@type': 'Organization',
      name: title,
      url: `${publicUrl}/channels/${slug}`,
      ...(description ? { description } : {}),
      ...(logo ? { logo: `${publicUrl}/images/${logo.id}/${logo.widths.at(-1)}.jpg` } : {}),
      ...(sameAs.length > 0 ? { sameAs } : {}),
    },
    itemList(
      publicUrl,
      productSlugs.map((product) => `/products/${product}`),
    ),
    breadcrumbs(publicUrl, [
      { name: siteName, path: '/' },
      { name: title, path: `/channels/${slug}` },
    ]),
  );
}
