/** Names that lead nowhere in the public net, whatever a name server says of them. */
const closedNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;
const hereNames = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The parts of an address that decide, as URL reads them: numbers in any spelling are one by then. */
export type ReadAddress = {
  protocol: string;
  hostname: string;
  username: string;
  password: string;
  hash: string;
};

/** Does the address lead to this very machine, by a name or number that says so? */
export const isHere = ({ hostname }: Pick<ReadAddress, 'hostname'>): boolean =>
  hereNames.test(hostname);

/**
 * May what is written here be a receiver? https, no log-in and no fragment in it, and no name of a
 * closed net. In a trial also this machine, and there without TLS. What an address or a name leads to
 * is looked at besides.
 */
export function mayBeReceiver(url: ReadAddress, { isTrial }: { isTrial: boolean }): boolean {
  if (`${url.username}${url.password}${url.hash}` !== '') return false;
  if (isTrial && isHere(url)) return url.protocol === 'http:' || url.protocol === 'https:';
  return url.protocol === 'https:' && !closedNames.test(url.hostname.replace(/\.$/, ''));
}
