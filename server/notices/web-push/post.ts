import { lookup as resolveName } from 'node:dns';
import { request } from 'node:https';
import { now } from '#server/platform/clock.ts';
import { openLookup } from '#server/platform/open-lookup.ts';
import { isPublicAddress } from '#server/platform/public-address.ts';
import { forgetBy, remembered } from '#server/platform/remembered.ts';

/** Where calls go, and whom they believe; tests stand in for the push services of the world. */
export type Network = {
  resolve: typeof resolveName;
  isOpen: (address: string) => boolean;
  port: number;
  ca?: string;
  /** Ends when a service has taken too long to answer; one that works takes less than a second. */
  patience: () => AbortSignal;
};
const world: Network = {
  ...{ resolve: resolveName, isOpen: isPublicAddress, port: 443 },
  patience: () => AbortSignal.timeout(4000),
};
let network = world;
forgetBy(() => useNetwork(null));
export function useNetwork(other: Network | null): void {
  network = other ?? world;
}

/** A service that did not answer in time, or did not lately. */
export class SilentService extends Error {}

type Posted = { endpoint: string; headers: Record<string, string>; body: Buffer };

/** How long a service that was silent is left alone; the queue tries for twice as long. */
const restMs = 30_000;
const restingUntil = remembered(new Map<string, number>());

/**
 * Who lets calls hang holds at most those that are under way, once in half a minute: messages to others
 * are waiting behind them.
 */
function demandNoRest(hostname: string): void {
  const at = now().epochMilliseconds;
  for (const [known, until] of restingUntil) if (until <= at) restingUntil.delete(known);
  if (restingUntil.has(hostname)) throw new SilentService(`${hostname} was silent a moment ago`);
}

/**
 * Posts to a push service and answers its status; follows no redirect and reads no answer. Throws
 * SilentService when it takes too long.
 */
export async function post(posted: Posted): Promise<number> {
  const { hostname } = new URL(posted.endpoint);
  demandNoRest(hostname);
  const patience = network.patience();
  try {
    return await send(posted, patience);
  } catch (error) {
    if (!patience.aborted) throw error;
    restingUntil.set(hostname, now().epochMilliseconds + restMs);
    throw new SilentService(`${hostname} does not answer`);
  }
}

function send({ endpoint, headers, body }: Posted, signal: AbortSignal): Promise<number> {
  const { hostname, pathname, search } = new URL(endpoint);
  return new Promise((done, fail) => {
    const call = request(
      {
        ...{ hostname, port: network.port, path: pathname + search, method: 'POST' },
        headers: { ...headers, 'content-length': body.length },
        lookup: openLookup(network),
        agent: false,
        signal,
        ...(network.ca ? { ca: network.ca } : {}),
      },
      (answer) => {
        answer.destroy();
        done(answer.statusCode ?? 0);
      },
    );
    call.on('error', fail);
    call.end(body);
  });
}
