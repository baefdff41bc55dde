import { lookInForce } from '../brand/index.ts';

/** How many of each part a letter has; letters of one shape share a form. */
export type Shape = {
  paragraphs: number;
  facts: number;
  after: number;
  picture: boolean;
  quote: boolean;
  button: boolean;
  stop: boolean;
  operator: boolean;
  logo: boolean;
};

// Without quotation marks: they would end the attributes in which MJML writes them.
const display = 'Bricolage Grotesque, Segoe UI, Helvetica Neue, Helvetica, Arial, sans-serif';
const text = 'Inter, Segoe UI, Helvetica Neue, Helvetica, Arial, sans-serif';

const repeat = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

/**
 * The form of a letter as MJML, with `%%names%%` where its words go. Neither ground nor ink is pure:
 * programs that turn colours over for the dark leave such pairs readable.
 */
export function markup(shape: Shape): string {
  return `<mjml lang="%%language%%"><mj-head><mj-title>%%subject%%</mj-title>
    <mj-preview>%%preheader%%</mj-preview>
    <mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
    <mj-attributes><mj-all font-family="${text}" />
    <mj-text font-size="16px" line-height="1.55" color="#2b2830" padding="6px 24px" />
    <mj-table font-size="15px" line-height="1.45" color="#2b2830" padding="10px 24px" />
    </mj-attributes><mj-style>${styles()}</mj-style></mj-head>
    <mj-body background-color="#f4f2ef" width="600px">
    ${head(shape)}
    <mj-wrapper background-color="#fffefb" border-radius="14px" padding="0 0 20px" css-class="card">
    ${picture(shape)}
    <mj-section padding="18px 0 0"><mj-column>
    <mj-text css-class="ink"><h1 class="title">%%title%%</h1></mj-text>
    <mj-text css-class="ink">%%greeting%%</mj-text>
    ${repeat(shape.paragraphs, (at) => `<mj-text css-class="ink">%%paragraph${at}%%</mj-text>`)}
    ${shape.quote ? '<mj-text css-class="ink"><blockquote>%%quote%%</blockquote></mj-text>' : ''}
    ${facts(shape)}
    ${repeat(shape.after, (at) => `<mj-text css-class="ink">%%after${at}%%</mj-text>`)}
    ${button(shape)}</mj-column></mj-section></mj-wrapper>
    ${foot(shape)}</mj-body></mjml>`;
}

/** The mark stands on a ground of its own, so that it is seen on light and dark. */
const head = ({ logo }: Shape): string => `<mj-section padding="22px 0 14px"><mj-column>
  <mj-table padding="0 24px" font-size="20px"><tr>
  <td style="width:44px;padding:0"><img src="%%mark%%" width="34" height="34" alt="" style="display:block;border-radius:9px${logo ? ';background:#fffefb;padding:2px' : ''}" /></td>
  <td class="name" style="padding:0;vertical-align:middle">%%site%%</td></tr></mj-table>
  </mj-column></mj-section>`;

const picture = (shape: Shape): string =>
  shape.picture
    ? `<mj-section padding="0"><mj-column><mj-image src="%%picture%%" alt="%%pictureAlt%%" padding="0" border-radius="14px 14px 0 0" fluid-on-mobile="true" /></mj-column></mj-section>`
    : '';

function facts({ facts: count }: Shape): string {
  if (count === 0) return '';
  const row = (at: number) =>
    `<tr><td class="label">%%label${at}%%</td><td class="value">%%value${at}%%</td></tr>`;
  return `<mj-table css-class="facts">${repeat(count, row)}</mj-table>`;
}

function button({ button: isThere }: Shape): string {
  if (!isThere) return '';
  const { shades, ink } = lookInForce();
  return `<mj-button css-class="act" href="%%url%%" background-color="${shades[5]}" color="${ink}" border-radius="10px" font-size="16px" font-weight="600" inner-padding="14px 26px" padding="14px 24px 10px" align="left">%%button%%</mj-button>
    <mj-text css-class="quiet" font-size="13px" color="#625d57">%%link%%<br/><span class="address">%%url%%</span></mj-text>`;
}

const foot = ({ stop, operator }: Shape): string => `<mj-section padding="14px 0 28px"><mj-column>
  <mj-text css-class="quiet" font-size="13px" color="#625d57">%%reason%%</mj-text>
  ${stop ? '<mj-text css-class="quiet" font-size="13px" color="#625d57"><a href="%%stopUrl%%">%%stop%%</a></mj-text>' : ''}
  <mj-text css-class="quiet" font-size="13px" color="#625d57">%%support%%</mj-text>
  <mj-text css-class="quiet" font-size="13px" color="#625d57"><a href="%%home%%">%%site%%</a>${operator ? ' · %%operator%%' : ''}</mj-text>
  </mj-column></mj-section>`;

function styles(): string {
  const { shades, glow } = lookInForce();
  return `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  .name { font-family: ${display}; font-size: 21px; font-weight: 750; letter-spacing: -0.03em; color: #2b2830; }
  h1.title { margin: 0 0 4px; font-family: ${display}; font-size: 25px; line-height: 1.2; font-weight: 700; letter-spacing: -0.02em; overflow-wrap: anywhere; }
  blockquote { margin: 4px 0; padding: 4px 0 4px 14px; border-left: 3px solid ${glow}; white-space: pre-line; overflow-wrap: anywhere; }
  .ink div { overflow-wrap: anywhere; }
  .facts td { padding: 9px 0; border-top: 1px solid #e6e1da; vertical-align: top; }
  .facts td.label { width: 108px; padding-right: 14px; color: #625d57; }
  .facts td.value { font-weight: 600; overflow-wrap: anywhere; word-break: break-word; }
  .address { word-break: break-all; }
  .quiet a { color: #625d57; }
  @media (max-width: 420px) {
    .facts td.label, .facts td.value { display: block; width: auto; padding-right: 0; }
    .facts td.label { padding-bottom: 0; }
    .facts td.value { border-top: 0; padding-top: 0; }
    h1.title { font-size: 22px; }
  }
  @media (prefers-color-scheme: dark) {
    body, body > div { background-color: #141216 !important; }
    .card, .card > table { background: #1f1c22 !important; background-color: #1f1c22 !important; }
    .ink div, .facts table, .facts td.value, td.name { color: #efece8 !important; }
    .quiet div, .quiet div a, .facts td.label { color: #b0aba5 !important; }
    .facts td { border-color: #3a363f !important; }
    blockquote { border-color: ${shades[4]} !important; }
    .act td, .act a { background: ${shades[4]} !important; color: #17151a !important; }
  }`;
}
