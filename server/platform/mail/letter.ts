import type { Language } from '#contract/shared/languages.ts';
import { brand, lookInForce } from '../brand/index.ts';
import { config } from '../config.ts';
import { escapeHtml } from '../escape-html.ts';
import { wordsOf } from '../words.ts';
import { markup, type Shape } from './form.ts';
import type { Secret } from './sealed.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** What a letter says; how it looks is decided here, once. All texts are plain. */
export type Letter = {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** What somebody wrote in their own words; line breaks stay. */
  quote?: string;
  /** Rows of a small table: label and value. */
  facts?: [label: string, value: string][];
  /** Said below quote and facts. */
  after?: string[];
  /** The picture of the show: an address from the root of the site, and what it shows. */
  picture?: { path: string; alt: string };
  /** `path` is an address of the product, such as `/activate/…`. */
  button?: { label: string; path: string };
  /** What nobody but the reader may read, when it stands in `path`. */
  secret?: Secret;
  /** Said small at the end: why the letter came. */
  reason?: string;
  /** How its reader ends such letters, by one click and without a log-in. */
  stop?: { label: string; path: string };
};

/** The letter as HTML (readable at 320 px, in the dark too) and as text. */
export async function writeLetter(letter: Letter, language: Language) {
  const said = valuesOf(letter, language);
  const form = await formOf(letter);
  const html = form.replaceAll(/%%(\w+)%%/g, (_, name: string) => escapeHtml(said[name] ?? ''));
  return { subject: letter.subject, html, text: plain(letter, said) };
}

const absolute = (path: string | undefined): string => (path ? config().PUBLIC_URL + path : '');

const operatorText = (): string => {
  const { OPERATOR_NAME, OPERATOR_TAX_ID, OPERATOR_ADDRESS } = config();
  return [OPERATOR_NAME, OPERATOR_TAX_ID, OPERATOR_ADDRESS].filter(Boolean).join(' · ');
};

/** What stands at each place of the form; the names are those of `form.ts`. */
function valuesOf(letter: Letter, language: Language): Record<string, string> {
  const said: Record<string, string> = {
    language,
    site: config().SITE_NAME,
    home: `${config().PUBLIC_URL}/`,
    mark: absolute('/brand/icon-96.png'),
    url: absolute(letter.button?.path),
    subject: letter.subject,
    title: letter.subject,
    preheader: letter.paragraphs[0] ?? '',
    greeting: letter.greeting,
    quote: letter.quote ?? '',
    picture: absolute(letter.picture?.path),
    pictureAlt: letter.picture?.alt ?? '',
    button: letter.button?.label ?? '',
    link: say(language, 'link'),
    reason: letter.reason ?? say(language, 'reason'),
    stop: letter.stop?.label ?? '',
    stopUrl: absolute(letter.stop?.path),
    support: say(language, 'support', { email: config().SUPPORT_EMAIL }),
    operator: operatorText(),
  };
  const each = (name: string, texts: string[] = []) => {
    for (const [index, text] of texts.entries()) said[`${name}${index}`] = text;
  };
  each('paragraph', letter.paragraphs);
  each('after', letter.after);
  each(
    'label',
    letter.facts?.map(([label]) => label),
  );
  each(
    'value',
    letter.facts?.map(([, value]) => value),
  );
  return said;
}

/** Laying out a letter takes milliseconds: it is done once for each number of parts. */
const forms = new Map<string, Promise<string>>();

function formOf(letter: Letter): Promise<string> {
  const shape: Shape = {
    paragraphs: letter.paragraphs.length,
    facts: letter.facts?.length ?? 0,
    after: letter.after?.length ?? 0,
    picture: letter.picture !== undefined,
    quote: letter.quote !== undefined,
    button: letter.button !== undefined,
    stop: letter.stop !== undefined,
    operator: operatorText() !== '',
    logo: brand().logo !== null,
  };
  const key = JSON.stringify([shape, lookInForce()]);
  const known = forms.get(key);
  if (known) return known;
  const form = layOut(shape);
  forms.set(key, form);
  // A form that could not be laid out is tried again by the next letter.
  form.catch(() => forms.delete(key));
  return form;
}

async function layOut(shape: Shape): Promise<string> {
  const { default: mjml2html } = await import('mjml');
  const { html } = await mjml2html(markup(shape), { keepComments: false });
  return html;
}

/** The letter for those who read text: the same words in the same order. */
function plain(letter: Letter, said: Record<string, string>): string {
  const widest = Math.max(0, ...(letter.facts ?? []).map(([label]) => label.length));
  const facts = (letter.facts ?? []).map(
    ([label, value]) => `${`${label}:`.padEnd(widest + 2)}${value}`,
  );
  const quote = letter.quote?.split('\n').map((line) => `> ${line}`.trimEnd());
  return [
    letter.greeting,
    ...letter.paragraphs,
    ...(quote ? [quote.join('\n')] : []),
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...(letter.after ?? []),
    ...(letter.button ? [`${letter.button.label}:\n${said.url}`] : []),
    [
      // Programs fold what follows this line, with its blank at the end: RFC 3676, 4.3.
      '-- ',
      said.reason,
      ...(letter.stop ? [`${letter.stop.label}: ${said.stopUrl}`] : []),
      said.support,
      [said.site, said.operator].filter(Boolean).join(' · '),
      said.home,
    ].join('\n'),
  ].join('\n\n');
}
