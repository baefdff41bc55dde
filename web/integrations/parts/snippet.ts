/** How the widget is to look; '' leaves it to the browser of whoever sees it. */
export type Choice = {
  product: string;
  look: 'card' | 'button';
  lang: string;
  scheme: string;
};

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The line that puts the widget into a page. */
export function snippetOf(script: string, choice: Choice & { title: string }): string {
  const { product, title, lang, scheme, look } = choice;
  const marks = { product, title, lang, scheme, look: look === 'button' ? look : '' };
  const attributes = Object.entries(marks)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` data-${name}="${quoted(value)}"`);
  return `<script async src="${script}"${attributes.join('')}></script>`;
}

/** The address of the frame that the script draws. */
export function widgetAddress({ product, ...asked }: Choice, parent: string): string {
  const search = new URLSearchParams({ parent });
  for (const [name, value] of Object.entries(asked)) if (value) search.set(name, value);
  return `/widget/${encodeURIComponent(product)}?${search}`;
}
