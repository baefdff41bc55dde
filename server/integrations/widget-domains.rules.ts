/** A host that may frame: a name with a dot in it, or `*.` before one. */
const hostShape = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const hereShape = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/;

/**
 * What somebody typed as the domain of their page, as the policy of a page writes it:
 * `example.com`, `https://example.com/shop` → `https://example.com`. Null for what is none. Without TLS
 * only pages of the reader's own machine, on which somebody tries it out: nobody else can show them there.
 */
export function frameOrigin(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const [here = ''] = text.replace(/^http:\/\//, '').split('/');
  if (hereShape.test(here)) return `http://${here}`;
  const [host = ''] = text.replace(/^https:\/\//, '').split('/');
  const [name = '', port] = host.split(':');
  if (!hostShape.test(name) || (port !== undefined && !/^\d{1,5}$/.test(port))) return null;
  // `*.com` would be everybody.
  if (name.startsWith('*.') && name.split('.').length < 3) return null;
  return `https://${host}`;
}

/** Who may frame the widget: we ourselves, to show it to its organizer, and these. */
export const frameAncestors = (origins: readonly string[]): string =>
  ["'self'", ...origins].join(' ');
