import type { Language } from '#contract/shared/languages.ts';
import { wordsOf } from '#server/platform/words.ts';
import { brand } from '../brand.ts';
import { iconNames } from './icons.ts';

const say = wordsOf(new URL('../words/', import.meta.url));

/** The site as something to install, in the language of whoever asks. */
export function manifestIn(language: Language): object {
  return {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: say(language, 'app.description'),
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: brand.stage,
    theme_color: brand.stage,
    categories: ['entertainment', 'music', 'events'],
    icons: iconNames.map(({ name, size, purpose }) => ({
      src: `/icons/${name}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
    shortcuts: [
      { name: say(language, 'app.tickets'), url: '/mystuff/products', icons: shortcutIcon },
      { name: say(language, 'app.search'), url: '/search-results', icons: shortcutIcon },
    ],
  };
}

const shortcutIcon = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }];
