import { lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import { config } from '#server/platform/config.ts';
import { refuse } from '#server/platform/errors.ts';
import { isPublicAddress } from '#server/platform/public-address.ts';
import { forgetBy } from '#server/platform/remembered.ts';
import { isHere, mayBeReceiver } from './receiver-address.rules.ts';

/** How receivers are reached; tests stand in for the name servers of the world, and end the wait themselves. */
export type Reach = { resolve: typeof resolveName; patience: () => AbortSignal };
const world: Reach = { resolve: resolveName, patience: () => AbortSignal.timeout(15_000) };
let inUse = world;
forgetBy(() => useReach(null));
export function useReach(other: Partial<Reach> | null): void {
  inUse = { ...world, ...other };
}
export const reach = (): Reach => inUse;

/** Does somebody look at the product on their own machine, who may have receivers of theirs on it? */
export const isTrial = (): boolean =>
  config().DEMO && isHere({ hostname: new URL(config().PUBLIC_URL).hostname });

const isLoopback = (address: string): boolean => /^(127\.|::1$)/.test(address);

/** Which addresses a call to this receiver may go to. */
export const openFor = (url: URL): ((address: string) => boolean) =>
  isTrial() && isHere(url) ? isLoopback : isPublicAddress;

/** The receiver at this address, judged as it is written; null for one that is refused. */
export function readReceiver(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || !mayBeReceiver(url, { isTrial: isTrial() })) return null;
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) && !openFor(url)(bare) ? null : url;
}

/**
 * The address as it is kept. Refuses WEBHOOK_ADDRESS_REFUSED for one that leads, or whose name leads
 * now, to where strangers may not make us call. A name that nobody knows yet may come to be known.
 */
export async function demandReceiver(text: string): Promise<string> {
  const url = readReceiver(text);
  if (!url || (await leadsInside(url))) {
    refuse('WEBHOOK_ADDRESS_REFUSED', { fields: { url: 'invalid' } });
  }
  return url.href;
}

function leadsInside(url: URL): Promise<boolean> {
  const isOpen = openFor(url);
  return new Promise((done) => {
    if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) return done(false);
    reach().resolve(url.hostname, { all: true }, (error, found) => {
      done(!error && found.some(({ address }) => !isOpen(address)));
    });
  });
}
