import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nowMs } from '../clock.ts';
import { keyFor, sameSecret } from '../secrets.ts';

/** Says on whose call one of our processes asks another. */
export const relayedHeader = 'platea-relayed';

/** Longer than a call is on its way, for clocks that differ. */
const holdsSeconds = 120;

type Call = { method: string; url: string };

const macOf = ({ method, url }: Call, address: string, expiry: string): string =>
  createHmac('sha256', keyFor('relayed calls'))
    .update([method, url, address, expiry].join('\n'))
    .digest('base64url');

/**
 * The header by which another process of this installation counts and logs a call as that of `address`,
 * whatever TRUST_PROXY says there. It holds for this call alone, two minutes long.
 */
export function signRelay(call: Call, address: string): Record<string, string> {
  const expiry = String(Math.floor(nowMs() / 1000) + holdsSeconds);
  return { [relayedHeader]: `${expiry} ${address} ${macOf(call, address, expiry)}` };
}

/** On whose call another process of ours asks; null when none says so, or it cannot prove it. */
function addressOfRelay({ method, url, headers }: FastifyRequest): string | null {
  const header = headers[relayedHeader];
  if (typeof header !== 'string') return null;
  const [expiry = '', address = '', mac = ''] = header.split(' ');
  if (isIP(address) === 0 || !sameSecret(macOf({ method, url }, address, expiry), mac)) return null;
  return Number(expiry) * 1000 > nowMs() ? address : null;
}

/** Before anything counts or logs by it, a relayed call gets the address of whom it is for. */
export function believeRelays(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const address = addressOfRelay(request);
    if (address !== null) Object.defineProperty(request, 'ip', { value: address });
  });
}
