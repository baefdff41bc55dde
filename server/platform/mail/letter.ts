import type { Language } from '#contract/shared/languages.ts';
import { config } from '../config.ts';
import { wordsOf } from '../words.ts';
import type { Secret } from './sealed.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** What a letter says; how it looks is decided here, once. All texts are plain. */
export type Letter = {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Rows of a small table: label and value. */
  facts?: [label: string, value: string][];
  /** `path` is an address of the product, such as `/activate/…`. */
  button?: { label: string; path: string };
  /** What nobody but the reader may read, when it stands in `path`. */
  secret?: Secret;
  /** Said small at the end: why the letter came. */
  reason?: string;
};

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** The letter as HTML (readable at 320 px, in the dark too) and as text. */
export async function writeLetter(letter: Letter, language: Language) {
  const url = letter.button && config().PUBLIC_URL + letter.button.path;
  const said = valuesOf(letter, language, url);
  const form = await formOf(letter);
  const html = form.replaceAll(/%%(\w+)%%/g, (_, name: string) => escapeHtml(said[name] ?? ''));
  return { subject: letter.subject, html, text: plain(letter, language, url) };
}

/** What stands at each place of the form; the names are those of `markup`. */
function valuesOf(letter: Letter, language: Language, url = ''): Record<string, string> {
  const said: Record<string, string> = {
    language,
    url,
    subject: letter.subject,
    greeting: letter.greeting,
    button: letter.button?.label ?? '',
    link: say(language, 'link'),
    reason: letter.reason ?? say(language, 'reason'),
    support: say(language, 'support', { email: config().SUPPORT_EMAIL }),
  };
  letter.paragraphs.forEach((text, index) => {
    said[`paragraph${index}`] = text;
  });
  letter.facts?.forEach(([label, value], index) => {
    said[`label${index}`] = label;
    said[`value${index}`] = value;
  });
  return said;
}

/** Laying out a letter takes milliseconds: it is done once for each number of parts. */
const forms = new Map<string, Promise<string>>();

function formOf({ paragraphs, facts, button }: Letter): Promise<string> {
  const shape = { paragraphs: paragraphs.length, facts: facts?.length ?? 0, button: !!button };
  const key = JSON.stringify(shape);
  const known = forms.get(key);
  if (known) return known;
  const form = layOut(shape);
  forms.set(key, form);
  // A form that could not be laid out is tried again by the next letter.
  form.catch(() => forms.delete(key));
  return form;
}

type Shape = { paragraphs: number; facts: number; button: boolean };

async function layOut(shape: Shape): Promise<string> {
  const { default: mjml2html } = await import('mjml');
  const { html } = await mjml2html(markup(shape), { keepComments: false });
  return html;
}

const repeat = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

function markup(shape: Shape): string {
  const paragraphs = repeat(shape.paragraphs, (at) => `<mj-text>%%paragraph${at}%%</mj-text>`);
  const rows = repeat(
    shape.facts,
    (at) => `<tr><td class="label">%%label${at}%%</td><td>%%value${at}%%</td></tr>`,
  );
  const table = rows ? `<mj-table cellpadding="6">${rows}</mj-table>` : '';
  const button = shape.button
    ? `<mj-button href="%%url%%">%%button%%</mj-button>
       <mj-text font-size="13px" color="#6b6660">%%link%%<br/>%%url%%</mj-text>`
    : '';
  return `<mjml lang="%%language%%"><mj-head><mj-title>%%subject%%</mj-title>
    <mj-attributes><mj-all font-family="Inter, Helvetica, Arial, sans-serif" />
    <mj-text font-size="16px" line-height="1.55" color="#1e1c1a" />
    <mj-button background-color="#f5ad1c" color="#1e1c1a" border-radius="8px" font-size="16px" font-weight="600" inner-padding="12px 22px" align="left" />
    </mj-attributes><mj-style>:root{color-scheme:light dark} td.label{color:#6b6660;white-space:nowrap}</mj-style></mj-head>
    <mj-body background-color="#f4f2ef"><mj-section padding="24px 0 8px"><mj-column>
    <mj-text font-size="20px" font-weight="700">Platea</mj-text></mj-column></mj-section>
    <mj-section background-color="#ffffff" border-radius="12px" padding="16px 8px"><mj-column>
    <mj-text font-size="20px" font-weight="600">%%greeting%%</mj-text>
    ${paragraphs}${table}${button}</mj-column></mj-section>
    <mj-section><mj-column><mj-text font-size="13px" color="#6b6660">%%reason%%
    <br/>%%support%%</mj-text></mj-column></mj-section>
    </mj-body></mjml>`;
}

function plain(letter: Letter, language: Language, url: string | undefined): string {
  const facts = (letter.facts ?? []).map(([label, value]) => `${label}: ${value}`);
  return [
    letter.greeting,
    ...letter.paragraphs,
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...(letter.button && url ? [`${letter.button.label}: ${url}`] : []),
    '—',
    letter.reason ?? say(language, 'reason'),
    say(language, 'support', { email: config().SUPPORT_EMAIL }),
  ].join('\n\n');
}
