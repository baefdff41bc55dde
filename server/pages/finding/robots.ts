import { config } from '#server/platform/config.ts';

/** Addresses behind a log-in, or with a secret in them. */
const personal = [
  '/account',
  '/activate/',
  '/api/',
  '/checkout',
  '/files/',
  '/graphql',
  '/letters/',
  '/logout',
  '/manage',
  '/media/',
  '/mystuff',
  '/player/',
  '/reset-password/',
];

/** What is invented must not be found as if it were sold: nothing of a demonstration that others reach. */
function isForShow(): boolean {
  const { DEMO, PUBLIC_URL } = config();
  return DEMO && !/^(localhost|127\.|\[::1\])/.test(new URL(PUBLIC_URL).host);
}

/** What search engines may read, and where the list of it stands. */
export function robotsText(): string {
  if (isForShow()) return 'User-agent: *\nDisallow: /\n';
  const lines = personal.map((path) => `Disallow: ${path}\n`).join('');
  return `User-agent: *\n${lines}\nSitemap: ${config().PUBLIC_URL}/sitemap.xml\n`;
}
