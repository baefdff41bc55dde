import type { Language } from '#contract/shared/languages.ts';
import { config } from '../config.ts';
import { wordsOf } from '../words.ts';

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
  const { default: mjml2html } = await import('mjml');
  const url = letter.button && config().PUBLIC_URL + letter.button.path;
  const { html } = await mjml2html(markup(letter, language, url), { keepComments: false });
  return { subject: letter.subject, html, text: plain(letter, language, url) };
}

function markup(letter: Letter, language: Language, url: string | undefined): string {
  const paragraphs = letter.paragraphs
    .map((text) => `<mj-text>${escapeHtml(text)}</mj-text>`)
    .join('');
  const rows = (letter.facts ?? [])
    .map(
      ([label, value]) =>
        `<tr><td class="label">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  const table = rows ? `<mj-table cellpadding="6">${rows}</mj-table>` : '';
  const button =
    letter.button && url
      ? `<mj-button href="${escapeHtml(url)}">${escapeHtml(letter.button.label)}</mj-button>
         <mj-text font-size="13px" color="#6b6660">${escapeHtml(say(language, 'link'))}<br/>${escapeHtml(url)}</mj-text>`
      : '';
  return `<mjml lang="${language}"><mj-head><mj-title>${escapeHtml(letter.subject)}</mj-title>
    <mj-attributes><mj-all font-family="Inter, Helvetica, Arial, sans-serif" />
    <mj-text font-size="16px" line-height="1.55" color="#1e1c1a" />
    <mj-button background-color="#f5ad1c" color="#1e1c1a" border-radius="8px" font-size="16px" font-weight="600" inner-padding="12px 22px" align="left" />
    </mj-attributes><mj-style>:root{color-scheme:light dark} td.label{color:#6b6660;white-space:nowrap}</mj-style></mj-head>
    <mj-body background-color="#f4f2ef"><mj-section padding="24px 0 8px"><mj-column>
    <mj-text font-size="20px" font-weight="700">Platea</mj-text></mj-column></mj-section>
    <mj-section background-color="#ffffff" border-radius="12px" padding="16px 8px"><mj-column>
    <mj-text font-size="20px" font-weight="600">${escapeHtml(letter.greeting)}</mj-text>
    ${paragraphs}${table}${button}</mj-column></mj-section>
    <mj-section><mj-column><mj-text font-size="13px" color="#6b6660">${escapeHtml(letter.reason ?? say(language, 'reason'))}
    <br/>${escapeHtml(say(language, 'support', { email: config().SUPPORT_EMAIL }))}</mj-text></mj-column></mj-section>
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
