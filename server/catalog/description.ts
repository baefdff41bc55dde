import sanitize from 'sanitize-html';

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
    h1: 'h3',
    h2: 'h3',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, rel: 'noopener nofollow ugc', target: '_blank' },
    }),
  },
};

/** A description as it is kept and shown: simple tags only. Text without any gets its paragraphs. */
export function cleanDescription(text: string): string {
  const html = /<[a-z]/i.test(text) ? text : paragraphs(text);
  const clean = sanitize(html, options)
    .replaceAll(/<p>(\s|&nbsp;|<br \/>)*<\/p>/g, '')
    .trim();
  return sanitize(clean, { allowedTags: [] }).trim() === '' ? '' : clean;
}

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${sanitize(part, { allowedTags: [] }).replaceAll('\n', '<br />')}</p>`)
    .join('');
