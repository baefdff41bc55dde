import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProductDetail } from '#contract/catalog.ts';
import { datesIn } from '#contract/shared/formatters.ts';
import type { Language } from '#contract/shared/languages.ts';
import { moneyText } from '#server/payments/index.ts';
import { lookInForce } from '#server/platform/brand/index.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { say } from '../said.ts';
import { frameAncestors } from '../widget-domains.rules.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** What the pages of others include. Its version is in an address of its own, for who wants no news. */
export const loader = read('./loader.js');
export const loaderVersion = createHash('sha256').update(loader).digest('hex').slice(0, 12);
const [script, style] = [read('./frame.js'), read('./frame.css')];

export type WidgetLook = {
  language: Language;
  scheme: 'auto' | 'light' | 'dark';
  look: 'card' | 'button';
  /** Our own site, to which its link leads. */
  site: string;
};

type Drawn = { html: string; policy: string };

/** The page of the frame, and the policy that lets only `origins` and ourselves frame it. */
function page(
  { title, content }: { title: string; content: string },
  { language, scheme, look }: WidgetLook,
  origins: readonly string[],
): Drawn {
  const { shades, ink, hover } = lookInForce();
  const colours = `:root{--accent:${shades[5]};--accent-ink:${ink};--accent-hover:${hover}}`;
  const styles = colours + style;
  const html = `<!doctype html>
<html lang="${language}" data-scheme="${scheme}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style>${styles}</style></head>
<body><main class="${look}">${content}</main><script>${script}</script></body>
</html>`;
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${hashOf(styles)}'`,
    `script-src 'sha256-${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors(origins)}`,
  ].join('; ');
  return { html, policy };
}

/** A show that can be bought, in a frame of somebody's page. */
export function drawWidget(
  product: ProductDetail,
  look: WidgetLook,
  origins: readonly string[],
): Drawn {
  const { title } = product;
  const content = look.look === 'button' ? linkOf(product, look) : cardOf(product, look);
  return page({ title, content }, look, origins);
}

/** There is nothing at this address, or nobody may frame it. */
export function drawNothing(look: WidgetLook): Drawn {
  const title = say(look.language, 'widget.none');
  const content = `<div class="about"><p>${escapeHtml(title)}</p></div>`;
  return page({ title, content }, { ...look, look: 'card' }, []);
}

function cardOf(product: ProductDetail, look: WidgetLook): string {
  const { picture } = product;
  const width = picture?.widths.find((wide) => wide >= 320) ?? picture?.widths.at(-1);
  const image = picture && width ? `<img src="/images/${picture.id}/${width}.jpg" alt="">` : '';
  const lines = [
    `<h1>${escapeHtml(product.title)}</h1>`,
    quiet(product.channel.title),
    quiet(whenOf(product, look.language)),
    priceOf(product, look.language),
    linkOf(product, look),
  ];
  return `${image}<div class="about">${lines.join('')}</div>`;
}

const quiet = (text: string): string => (text ? `<p class="quiet">${escapeHtml(text)}</p>` : '');

function whenOf({ session, past }: ProductDetail, language: Language): string {
  if (!session || past) return '';
  const { startsAt, zone: timeZone } = session;
  const when = datesIn({ en: 'en-GB', es: 'es-ES', pt: 'pt-BR' }[language], {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone, hourCycle: 'h23' },
  }).format(Date.parse(startsAt));
  return `${when} ${zoneName(startsAt, timeZone)}`;
}

/** CET, CEST, WET …: other languages have no short name for most zones. */
const zoneName = (startsAt: string, timeZone: string): string =>
  datesIn('en-GB', { timeZone, timeZoneName: 'short' })
    .formatToParts(Date.parse(startsAt))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

function priceOf({ price, sale }: ProductDetail, language: Language): string {
  if (sale === 'barred') return '';
  const { total, before, currency, tax } = price;
  if (total === 0) return `<p class="price">${escapeHtml(say(language, 'widget.free'))}</p>`;
  const text = (amount: number) => escapeHtml(moneyText(amount, currency, { language }));
  const was = before === null ? '' : `<s>${text(before)}</s>`;
  const what = say(language, tax > 0 ? 'widget.withTax' : 'widget.final');
  return `<p class="price">${was}${text(total)}</p>${quiet(what)}`;
}

/** To the checkout while it can be bought, else to its page, which says how it stands. */
function linkOf(product: ProductDetail, look: WidgetLook): string {
  const { slug, sale, session, sessions } = product;
  const { language, site } = look;
  const isOpen = sale === 'open';
  const url = new URL(`/products/${slug}${isOpen ? '/checkout' : ''}`, site);
  const next = sessions.find(({ open }) => open) ?? null;
  if (isOpen && session && next) url.searchParams.set('session', next.id);
  const word = isOpen ? wordOf(product) : sale;
  const label = escapeHtml(say(language, `widget.${word}`));
  return `<a href="${escapeHtml(url.href)}" target="_blank" rel="noopener">${label}</a>`;
}

/** A poster is bought, too, but it is no ticket. */
function wordOf({ type, price }: ProductDetail): 'take' | 'buy' | 'buyThing' {
  if (price.total === 0) return 'take';
  return type === 'physical' ? 'buyThing' : 'buy';
}
