/** schema.org as pages write it: absolute addresses, one graph a page. */
export const graphOf = (...nodes: (object | null)[]): object => ({
  '@context': 'https://schema.org',
  '@graph': nodes.filter((node) => node !== null),
});

/** The way from the home page to this one, the page itself last. */
export const breadcrumbs = (
  publicUrl: string,
  steps: { name: string; path: string }[],
): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${publicUrl}${path}`,
  })),
});

/** What a page lists, in its order; null when it lists nothing. */
export const itemList = (publicUrl: string, paths: string[]): object | null =>
  paths.length === 0
    ? null
    : {
        '@type': 'ItemList',
        itemListElement: paths.map((path, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          url: `${publicUrl}${path}`,
        })),
      };

/** 5400 → PT1H30M. */
export function durationText(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    Math.floor(seconds % 60),
  ];
  const parts = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
  return `PT${parts === '' ? '0S' : parts}`;
}
