import type { MetaDescriptor } from 'react-router';
import { isLanguage, languages } from '#contract/shared/language-list.ts';
import type { RootData } from '#web/platform/site-settings.ts';
import type { Values } from '#web/platform/word-forms.ts';
import type { Area, WordKey } from '#web/platform/word-keys.ts';
import { sayIn } from '#web/platform/words.ts';

export type PageInfo = {
  title: string;
  description?: string;
  /** Address of a picture, from the root of the site. */
  image?: string;
  type?: 'website' | 'video.other' | 'profile';
  /** schema.org description of what the page shows. */
  jsonLd?: object;
  /** Keeps the page out of search engines: everything personal. */
  noIndex?: boolean;
};

type MetaGiven = {
  loaderData?: unknown;
  location: { pathname: string };
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
};
type Meta = (given: MetaGiven) => MetaDescriptor[];

const brand = 'Platea';

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
    const language = isLanguage(root?.language) ? root.language : undefined;
    const say = sayIn(area, language);
    // The words of the page are on their way: the title follows with them.
    if (!say) return [{ title: brand }];
    const publicUrl = root?.publicUrl ?? '';
    const info = describe({
      t: say as About<Area, never>['t'],
      data: loaderData as never,
      publicUrl,
      path: location.pathname,
      language: root?.language ?? 'en',
    });
    return descriptorsOf(info, publicUrl, location.pathname);
  };
}

function descriptorsOf(info: PageInfo, publicUrl: string, path: string): MetaDescriptor[] {
  const title = info.title === brand ? brand : `${info.title} · ${brand}`;
  if (info.noIndex) return [{ title }, { name: 'robots', content: 'noindex' }];
  const url = `${publicUrl}${path}`;
  const { description, image } = info;
  return [
    { title },
    { tagName: 'link', rel: 'canonical', href: url },
    ...languages.map((language) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      hrefLang: language,
      href: `${url}?lang=${language}`,
    })),
    { property: 'og:title', content: info.title },
    { property: 'og:type', content: info.type ?? 'website' },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: brand },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    ...(image
      ? [
          { property: 'og:image', content: `${publicUrl}${image}` },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
    ...(info.jsonLd ? [{ 'script:ld+json': info.jsonLd as Record<string, string> }] : []),
  ];
}
