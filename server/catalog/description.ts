import sanitize from 'sanitize-html';

/** What the editor of the desk makes, and no more. */
const options: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'em',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'a',
    'h3',
    'h4',
    'blockquote',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    strike: 's',
    div: 'p',
    // Under the headings of the page around it, which are of level one and two.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    // Words that lead nowhere, or to what runs or reads, are no link: the words stay.
    a: (_tag, { href = '' }) => ({
      tagName: isSafeLink(href) ? 'a' : 'span',
      attribs: { href: href.trim(), rel: 'noopener nofollow ugc', target: '_blank' },
    }),
  },
};

/** As a browser reads it: it leaves out spaces and control letters, which hide "javascript:". */
const isSafeLink = (address: string): boolean =>
  URL.canParse(address) && ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol);

/** A description as it is kept and shown: simple tags only. Text without any gets its paragraphs. */
export function cleanDescription(text: string): string {
  const html = hasTags(text) ? text : paragraphs(text);
  const clean = sanitize(html, options)
    .replaceAll(/<p>(\s|&nbsp;|<br \/>)*<\/p>/g, '')
    .trim();
  if (sanitize(clean, { allowedTags: [] }).trim() === '') return '';
  return hasTags(clean) ? clean : paragraphs(clean);
}

const hasTags = (text: string): boolean => /<[a-z]/i.test(text);

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${sanitize(part, { allowedTags: [] }).replaceAll('\n', '<br />')}</p>`)
    .join('');
