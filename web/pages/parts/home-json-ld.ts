import type { HomePage } from '#contract/pages.ts';
import type { PageContext } from '#web/platform/load-context.ts';
import { graphOf, itemList } from '#web/ui/structured.ts';

type Site = Pick<PageContext, 'publicUrl' | 'brand' | 'language'>;

/** The site as schema.org knows it: who it is, the search that it offers, and what comes next. */
export function homeJsonLd(
  home: Pick<HomePage, 'live' | 'upcoming' | 'recent'>,
  { publicUrl, brand, language }: Site,
): object {
  const cards = [...home.live, ...home.upcoming, ...home.recent];
  const slugs = [...new Set(cards.map(({ slug }) => slug))];
  const organization = `${publicUrl}/#organization`;
  return graphOf(
    {
      '@type': 'Organization',
      '@id': organization,
      name: brand.name,
      url: `${publicUrl}/`,
      logo: `${publicUrl}/icons/icon-512.png`,
    },
    {
      '@type': 'WebSite',
      name: brand.name,
      url: `${publicUrl}/`,
      inLanguage: language,
      publisher: { '@id': organization },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${publicUrl}/search-results?q={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    },
    itemList(
      publicUrl,
      slugs.map((slug) => `/products/${slug}`),
    ),
  );
}
