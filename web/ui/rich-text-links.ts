/** What a link of a text may lead to: pages and mailboxes, nothing that runs or reads. */
const safe = ['http:', 'https:', 'mailto:'];

export const isSafeLink = (address: string): boolean =>
  URL.canParse(address) && safe.includes(new URL(address).protocol);

/**
 * The address that somebody meant: "platea.test/show" is a page, "ana@platea.test" a mailbox. Null
 * when it is neither, or would lead to something else.
 */
export function linkFrom(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return null;
  const isMailbox = /^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(text);
  // "localhost:3000" and "javascript:x" look alike: what says how it is opened must be one of ours.
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(text);
  const address = hasScheme ? text : isMailbox ? `mailto:${text}` : `https://${text}`;
  if (!isSafeLink(address)) return null;
  const isPage = !address.toLowerCase().startsWith('mailto:');
  return isPage && !new URL(address).hostname.includes('.') ? null : address;
}
