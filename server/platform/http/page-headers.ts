import { isKeepable, type RenderedPage } from './page-cache.ts';

const policy = (nonce: string, origin: URL, formTargets: readonly string[]) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Mantine writes its variables and responsive rules as style elements and attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Older Safari does not count the page's own sockets as 'self'.
    `connect-src 'self' ${origin.protocol === 'https:' ? 'wss' : 'ws'}://${origin.host}`,
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    // The organizer's look at the widget; what may frame it says the widget itself.
    "frame-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * What every page is sent with, whatever it shows; scripts run only from us or by this nonce. Forms
 * go to us and to `formTargets` (origins).
 */
export function securityHeaders(
  nonce: string,
  origin: URL,
  formTargets: readonly string[] = [],
): Record<string, string> {
  return {
    'Content-Security-Policy': policy(nonce, origin, formTargets),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(self), microphone=(self), geolocation=(), payment=(self)',
    ...(origin.protocol === 'https:'
      ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload' }
      : {}),
  };
}

/**
 * Shared caches may keep a good page a moment; nobody keeps a page that says something is wrong. What
 * the router itself says of its list of routes stays: that address names the build, and never changes.
 */
export function cachingHeaders(
  page: Pick<RenderedPage, 'status' | 'isWhole' | 'headers'>,
  languageInAddress: boolean,
): Record<string, string> {
  if (!isKeepable(page)) return { 'Cache-Control': 'no-store' };
  if (page.headers['cache-control']) return {};
  return {
    'Cache-Control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=60',
    Vary: languageInAddress ? 'Accept-Encoding' : 'Accept-Language, Cookie, Accept-Encoding',
  };
}
