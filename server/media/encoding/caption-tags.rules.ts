/** Tags of WebVTT that only mark text up (W3C WebVTT, 3.5); all others are taken out. */
const plain = new Set(['b', 'i', 'u', 'c', 'ruby', 'rt']);
const speaking = new Set(['v', 'lang']);
const longestTag = 200;
const mostDeep = 16;

const entities: Record<string, string> = {
  '&amp;': '&amp;',
  '&lt;': '&lt;',
  '&gt;': '&gt;',
  '&nbsp;': '&nbsp;',
  '&lrm;': '&lrm;',
  '&rlm;': '&rlm;',
};
const longestEntity = 6;

/**
 * The text of one cue with known tags alone, each closed where it belongs, and everything else
 * escaped. Looks at each sign once, however the text is made.
 */
export function cleanCueText(text: string): string {
  const open: string[] = [];
  let clean = '';
  for (let at = 0; at < text.length; ) {
    const piece = readPiece(text, at);
    clean += piece.kind === 'text' ? piece.clean : tagOf(piece.inside, open);
    at = piece.next;
  }
  clean += open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');
  return withoutEmptyLines(clean);
}

type Piece =
  | { kind: 'text'; clean: string; next: number }
  | { kind: 'tag'; inside: string; next: number };

function readPiece(text: string, at: number): Piece {
  const sign = text[at] ?? '';
  if (sign === '<') {
    const inside = text.slice(at + 1, at + longestTag);
    const end = /^[\w/!?]/.test(inside) ? inside.indexOf('>') : -1;
    if (end >= 0) return { kind: 'tag', inside: inside.slice(0, end), next: at + end + 2 };
    return { kind: 'text', clean: '&lt;', next: at + 1 };
  }
  if (sign === '>') return { kind: 'text', clean: '&gt;', next: at + 1 };
  if (sign === '&') {
    const end = text.slice(at, at + longestEntity).indexOf(';');
    const entity = end < 0 ? undefined : entities[text.slice(at, at + end + 1)];
    return { kind: 'text', clean: entity ?? '&amp;', next: entity ? at + end + 1 : at + 1 };
  }
  // What programs for other formats write to place a line: {\an8}.
  if (sign === '{' && text[at + 1] === '\\') {
    const end = text.slice(at, at + longestTag).indexOf('}');
    if (end >= 0) return { kind: 'text', clean: '', next: at + end + 1 };
  }
  return { kind: 'text', clean: sign, next: at + 1 };
}

/** The tag as it may stand, or nothing. `open` are the names that wait for their end. */
function tagOf(inside: string, open: string[]): string {
  if (inside.startsWith('/')) return closing(inside.slice(1).trim().toLowerCase(), open);
  const space = inside.search(/[\s]/);
  const [name = '', ...classes] = (space < 0 ? inside : inside.slice(0, space)).split('.');
  const tag = name.toLowerCase();
  const said = space < 0 ? '' : annotation(tag, inside.slice(space + 1));
  const isKnown = plain.has(tag) || (speaking.has(tag) && said !== '');
  if (!isKnown || open.length >= mostDeep || (tag === 'rt' && open.at(-1) !== 'ruby')) return '';
  open.push(tag);
  const kept = classes.filter(isClass).slice(0, 4);
  return `<${[tag, ...kept].join('.')}${speaking.has(tag) ? ` ${said}` : ''}>`;
}

/** Ends what was begun inside of it, too; an end without a beginning is nothing. */
function closing(name: string, open: string[]): string {
  const at = open.lastIndexOf(name);
  if (at < 0) return '';
  return open
    .splice(at)
    .toReversed()
    .map((one) => `</${one}>`)
    .join('');
}

// Two hyphens before the end of a tag are an arrow, and a line with one is read as times.
const isClass = (name: string): boolean => name.length <= 31 && /^[A-Za-z]\w*(?:-\w+)*$/.test(name);
const isLanguage = (tag: string): boolean =>
  tag.length >= 2 && tag.length <= 35 && /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(tag);

/** Who speaks, or in which language. */
function annotation(tag: string, text: string): string {
  if (tag === 'lang') return isLanguage(text.trim()) ? text.trim() : '';
  return text
    .replace(/[<>&\s]+/g, ' ')
    .replace(/-{2,}/g, '-')
    .trim()
    .slice(0, 80)
    .trim();
}

/** An empty line would end the cue. */
function withoutEmptyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
