import type { Language } from '#contract/shared/languages.ts';
import { nowMs } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { keptAnswers } from '#server/platform/http/kept-answers.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import { brand } from '../brand.ts';
import { type FeedItem, findPublicChannel, listNewest } from './feed.queries.ts';
import { xmlElement, xmlHead, xmlText } from './xml.ts';

const say = wordsOf(new URL('../words/', import.meta.url));
const kept = keptAnswers<string>(200);

/** The newest products of the house as RSS 2.0. */
export const siteFeed = (language: Language): Promise<string> =>
  kept(`${language} /`, async () =>
    write(await listNewest(db(), null), {
      language,
      title: brand.name,
      description: say(language, 'feed.description', { brand: brand.name }),
      path: '/',
      self: '/feed.xml',
    }),
  );

/** The newest products of a published channel as RSS 2.0; of others there is none. */
export const channelFeed = (slug: string, language: Language): Promise<string> =>
  kept(`${language} ${slug}`, async () => {
    const channel = orRefuse(await findPublicChannel(db(), slug));
    const { title, description } = channel;
    const path = `/channels/${channel.slug}`;
    return write(await listNewest(db(), channel.id), {
      language,
      title: `${title} · ${brand.name}`,
      description: description || say(language, 'feed.ofChannel', { channel: title }),
      path,
      self: `${path}/feed.xml`,
    });
  });

type About = {
  language: Language;
  title: string;
  description: string;
  path: string;
  self: string;
};

async function write(items: FeedItem[], about: About): Promise<string> {
  const { language, title, description, path, self } = about;
  const site = config().PUBLIC_URL;
  const entries = await Promise.all(items.map((item) => itemElement(item, language)));
  return `${xmlHead}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${xmlElement('title', title)}
${xmlElement('link', `${site}${path}?lang=${language}`)}
${xmlElement('description', description)}
${xmlElement('language', language)}
${xmlElement('lastBuildDate', mailDate(items[0]?.publishedAt))}
<ttl>60</ttl>
<atom:link href="${xmlText(`${site}${self}?lang=${language}`)}" rel="self" type="application/rss+xml"/>
${entries.join('')}</channel>
</rss>
`;
}

async function itemElement(item: FeedItem, language: Language): Promise<string> {
  const site = config().PUBLIC_URL;
  const url = `${site}/products/${item.slug}`;
  return `<item>
${xmlElement('title', item.title)}
${xmlElement('link', `${url}?lang=${language}`)}
<guid isPermaLink="false">${xmlText(item.id)}</guid>
${xmlElement('pubDate', mailDate(item.publishedAt))}
${xmlElement('dc:creator', item.channelTitle)}
${xmlElement('dc:language', item.language)}
${item.categories.map((category) => xmlElement('category', category)).join('')}
${xmlElement('description', item.shortDescription)}
${xmlElement('content:encoded', item.description)}
${await enclosureOf(item)}</item>
`;
}

/** RSS asks for the length in bytes. A picture whose file is missing is not promised. */
async function enclosureOf({ pictureId, pictureWidth }: FeedItem): Promise<string> {
  if (!pictureId || !pictureWidth) return '';
  const file = `images/${pictureId}/${pictureWidth}.jpg`;
  const found = await storage()
    .find(file)
    .catch((error: unknown) => {
      if (error instanceof FileMissing) return null;
      throw error;
    });
  const url = `${config().PUBLIC_URL}/${file}`;
  return found
    ? `<enclosure url="${xmlText(url)}" length="${found.size}" type="image/jpeg"/>\n`
    : '';
}

/** As e-mail and RSS write an instant: Sat, 07 Sep 2002 00:00:01 GMT. */
const mailDate = (instant?: string): string =>
  new Date(instant ? Date.parse(instant) : nowMs()).toUTCString();
