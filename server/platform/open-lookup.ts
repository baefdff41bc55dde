import type { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** A name that leads into a closed network. */
export class ClosedNetwork extends Error {}

type Reach = {
  resolve: typeof resolveName;
  /** May this address be called? */
  isOpen: (address: string) => boolean;
};

/**
 * How a call to a stranger's address finds its way: every address that the name stands for is looked
 * at, and the call goes to one of these, so that a name that says something else when it is asked
 * again gains nothing. Node asks it of names alone: an address must be judged before.
 */
export const openLookup =
  ({ resolve, isOpen }: Reach): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { all: true, family: options.family as number }, (error, found) => {
      if (error) return done(error, '', 0);
      const addresses = found as { address: string; family: number }[];
      if (addresses.length === 0 || !addresses.every(({ address }) => isOpen(address))) {
        return done(new ClosedNetwork(hostname) as NodeJS.ErrnoException, '', 0);
      }
      if (options.all) return done(null, addresses as never, 0);
      const [first] = addresses;
      done(null, first?.address ?? '', first?.family ?? 4);
    });
  };
