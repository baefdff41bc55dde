import type { ChannelPage } from '#contract/channels.ts';
import type { PageContext } from '#web/platform/load-context.ts';
import { breadcrumbs, graphOf, itemList } from '#web/ui/structured.ts';

type Site = Pick<PageContext, 'publicUrl' | 'brand'>;

/** The channel as schema.org describes an organization, with what it shows. */
export function channelJsonLd(
  channel: ChannelPage,
  productSlugs: string[],
  { publicUrl, brand }: Site,
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
      { name: brand.name, path: '/' },
      { name: title, path: `/channels/${slug}` },
    ]),
  );
}
