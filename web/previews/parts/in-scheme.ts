export type Scheme = 'light' | 'dark';

/** The same letter as a reader has it whose machine is set to this scheme, whatever ours is set to. */
export const inScheme = (html: string, scheme: Scheme): string =>
  html
    .replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('color-scheme: light dark;', `color-scheme: ${scheme};`)
    .replaceAll('content="light dark"', `content="${scheme}"`);
