import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { languages } from '#contract/shared/languages.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { keptAnswers } from '#server/platform/http/kept-answers.ts';
import { listedKinds, listPart, listParts, type Part } from './sitemap.queries.ts';
import { xmlElement, xmlHead, xmlText } from './xml.ts';

type Page = { path: string; changedAt?: string; picture?: string | null };

const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Packed, for they are long: a part of 10,000 pages is 40 MB as text and half of one packed. */
const kept = keptAnswers<Buffer>(40);

const fixed: Page[] = [{ path: '/' }, { path: '/aviso-legal' }];

/** The list of lists, as gzip. */
export const sitemapIndex = (): Promise<Buffer> => kept('index', () => packed(indexText()));

/** One list of pages, as gzip: `pages`, `products-1`, `channels-1` … Refuses unknown names. */
export async function sitemapPart(name: string): Promise<Buffer> {
  if (name === 'pages') return kept(name, () => packed(listText(fixed)));
  const part = (await allParts()).find((one) => nameOf(one) === name);
  const { kind, after } = part ?? refuse('SERVER_ERROR_NOT_FOUND');
  return kept(name, () => packed(listText(listPart(db(), kind, after))));
}

const nameOf = ({ kind, number }: Part): string => `${kind}-${number}`;

/** Where the parts begin is found once for all of them, and for those who ask for what is not there. */
const keptParts = keptAnswers<Part[]>(1);
const allParts = (): Promise<Part[]> =>
  keptParts('all', async () =>
    (await Promise.all(listedKinds.map((kind) => listParts(db(), kind)))).flat(),
  );

/** Written and packed as rows come: the text is never in memory as a whole. */
const packed = (text: AsyncIterable<string>): Promise<Buffer> =>
  buffer(Readable.from(text).pipe(createGzip()));

async function* indexText(): AsyncGenerator<string> {
  yield `${xmlHead}<sitemapindex xmlns="${protocol}">\n`;
  yield sitemapElement('pages');
  for (const part of await allParts()) {
    yield sitemapElement(nameOf(part), part.changedAt);
  }
  yield '</sitemapindex>\n';
}

const sitemapElement = (name: string, changedAt?: string): string =>
  `<sitemap>${xmlElement('loc', `${config().PUBLIC_URL}/sitemaps/${name}.xml`)}${
    changedAt ? xmlElement('lastmod', changedAt) : ''
  }</sitemap>\n`;

async function* listText(pages: AsyncIterable<Page> | Iterable<Page>): AsyncGenerator<string> {
  yield `${xmlHead}<urlset xmlns="${protocol}" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`;
  for await (const page of pages) yield urlElements(page);
  yield '</urlset>\n';
}

/** The page in the reader's own language, and once in each; every one names all of them. */
function urlElements({ path, changedAt, picture }: Page): string {
  const address = `${config().PUBLIC_URL}${path}`;
  const versions = [
    { language: 'x-default', address },
    ...languages.map((language) => ({ language, address: `${address}?lang=${language}` })),
  ];
  const links = versions.map((version) => alternate(version.language, version.address)).join('');
  const image = picture
    ? `<image:image>${xmlElement('image:loc', `${config().PUBLIC_URL}${picture}`)}</image:image>`
    : '';
  const changed = changedAt ? xmlElement('lastmod', changedAt) : '';
  return versions
    .map(
      (version) => `<url>${xmlElement('loc', version.address)}${changed}${links}${image}</url>\n`,
    )
    .join('');
}

const alternate = (language: string, address: string): string =>
  `<xhtml:link rel="alternate" hreflang="${language}" href="${xmlText(address)}"/>`;
