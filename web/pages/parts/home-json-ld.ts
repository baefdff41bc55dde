/** The site as schema.org knows it, with the search that it offers. */
export const homeJsonLd = (publicUrl: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Platea',
  url: `${publicUrl}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: `${publicUrl}/search-results?q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  },
});
