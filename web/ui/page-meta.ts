import type { MetaDescriptor } from 'react-router';
import { house } from '#contract/shared/brand.ts';
import { cardSize } from '#contract/shared/card-address.ts';
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languages,
} from '#contract/shared/language-list.ts';
import type { RootData } from '#web/platform/site-settings.ts';
import type { Values } from '#web/platform/word-forms.ts';
import type { Area, WordKey } from '#web/platform/word-keys.ts';
import { sayIn } from '#web/platform/words.ts';

export type PageInfo = {
  title: string;
  description?: string;
  /** The picture of a link to the page, of 1200 × 630, from the root of the site; `imageAlt` says it. */
  image?: string;
  imageAlt?: string;
  /** What the whole <title> is, where "page · site" would not say enough. */
  wholeTitle?: string;
  /** A feed of what the page shows, from the root of the site. */
  feed?: string;
  type?: 'website' | 'video.other' | 'profile';
  /** schema.org description of what the page shows. */
  jsonLd?: object;
  /** Keeps the page out of search engines: everything personal. */
  noIndex?: boolean;
};

type MetaGiven = {
  loaderData?: unknown;
  location: { pathname: string; search?: string };
  matches: ({ id: string; loaderData?: unknown } | undefined)[];
};
type AnyLoader = (...given: never[]) => unknown;
type Key<A extends Area> = { [One in A]: WordKey<One> }[A];
type About<A extends Area, Data> = {
  t: (key: Key<A>, values?: Values) => string;
  /** What the page's loader answered; undefined when it failed. */
  data: Data | undefined;
  publicUrl: string;
  path: string;
  language: string;
  /** What the site is called. */
  siteName: string;
};
type Meta = (given: MetaGiven) => MetaDescriptor[];

/**
 * The head of a page: `export const meta = pageMeta('catalog', ({ t }) => ({ title: t('…') }))`,
 * or with what its loader answered: `pageMeta<typeof loader>('catalog', ({ data }) => …)`.
 */
export function pageMeta<A extends Area>(
  area: A,
  describe: (about: About<A, undefined>) => PageInfo,
): Meta;
export function pageMeta<Loader extends AnyLoader>(
  area: Area,
  describe: (about: About<Area, Awaited<ReturnType<Loader>>>) => PageInfo,
): Meta;
export function pageMeta(area: Area, describe: (about: About<Area, never>) => PageInfo): Meta {
  return ({ loaderData, location, matches }) => {
    const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
    const siteName = root?.brand.name ?? house.name;
    const language = isLanguage(root?.language) ? root.language : undefined;
    const say = sayIn(area, language);
    // The words of the page are on their way: the title follows with them.
    if (!say) return [{ title: siteName }];
    const publicUrl = root?.publicUrl ?? '';
    const info = describe({
      t: say as About<Area, never>['t'],
      data: loaderData as never,
      publicUrl,
      path: location.pathname,
      language: root?.language ?? 'en',
      siteName,
    });
    return descriptorsOf(info, {
      publicUrl,
      siteName,
      path: location.pathname,
      search: new URLSearchParams(location.search),
      language: language ?? defaultLanguage,
    });
  };
}

type Place = {
  publicUrl: string;
  siteName: string;
  path: string;
  search: URLSearchParams;
  language: Language;
};

function descriptorsOf(info: PageInfo, place: Place): MetaDescriptor[] {
  const { siteName } = place;
  const title =
    info.wholeTitle ?? (info.title === siteName ? siteName : `${info.title} · ${siteName}`);
  const description = info.description && shortened(info.description);
  const hidden = [{ title }, { name: 'robots', content: 'noindex' }];
  if (info.noIndex)
    return description ? [...hidden, { name: 'description', content: description }] : hidden;
  return [
    { title },
    { name: 'robots', content: 'max-image-preview:large' },
    ...addressesOf(place),
    { property: 'og:title', content: info.title },
    { property: 'og:type', content: info.type ?? 'website' },
    { property: 'og:site_name', content: siteName },
    ...localesOf(place.language),
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    ...(info.feed ? [feedLink(info.feed, info.title)] : []),
    ...imageOf(info, place.publicUrl),
    ...(info.jsonLd ? [{ 'script:ld+json': info.jsonLd as Record<string, string> }] : []),
  ];
}

/**
 * Where the page stands. The bare address is in the reader's language, so it is nobody's but the
 * default; each language has an address of its own, which is the right one where it was asked for.
 */
function addressesOf({ publicUrl, path, search }: Place): MetaDescriptor[] {
  const page = Number(search.get('page')) > 1 ? `page=${Number(search.get('page'))}` : '';
  const addressIn = (language: string | null) => {
    const query = [language && `lang=${language}`, page].filter(Boolean).join('&');
    return `${publicUrl}${path}${query && `?${query}`}`;
  };
  const asked = search.get('lang');
  const own = addressIn(isLanguage(asked) ? asked : null);
  const alternate = (hrefLang: string, href: string) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href,
  });
  return [
    { tagName: 'link', rel: 'canonical', href: own },
    ...languages.map((language) => alternate(language, addressIn(language))),
    alternate('x-default', addressIn(null)),
    { property: 'og:url', content: own },
  ];
}

const locales: Record<Language, string> = { en: 'en_GB', es: 'es_ES', pt: 'pt_BR' };

const localesOf = (language: Language): MetaDescriptor[] => [
  { property: 'og:locale', content: locales[language] },
  ...languages
    .filter((other) => other !== language)
    .map((other) => ({ property: 'og:locale:alternate', content: locales[other] })),
];

const feedLink = (feed: string, title: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title,
  href: feed,
});

const imageOf = ({ image, imageAlt, title }: PageInfo, publicUrl: string): MetaDescriptor[] =>
  image
    ? [
        { property: 'og:image', content: `${publicUrl}${image}` },
        { property: 'og:image:type', content: 'image/jpeg' },
        { property: 'og:image:width', content: String(cardSize.width) },
        { property: 'og:image:height', content: String(cardSize.height) },
        { property: 'og:image:alt', content: imageAlt ?? title },
        { name: 'twitter:card', content: 'summary_large_image' },
      ]
    : [{ name: 'twitter:card', content: 'summary' }];

const longestDescription = 160;

/** Search engines cut what is longer, in the middle of a word. */
function shortened(text: string): string {
  if (text.length <= longestDescription) return text;
  const cut = text.slice(0, longestDescription);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 100)).replace(/[\s,;:.–-]+$/, '')}…`;
}
