import type { IncomingMessage } from 'node:http';
import { config } from '../config.ts';
import { trustedProxies } from './proxies.ts';

/**
 * The visitor's address as TRUST_PROXY says it, for requests that Fastify does not see (sockets):
 * the last one on the way that no trusted proxy has.
 */
export function visitorAddress(request: IncomingMessage, setting = config().TRUST_PROXY): string {
  const isTrusted = trustedProxies(setting);
  const nearest = request.socket.remoteAddress ?? '';
  if (!isTrusted) return nearest;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const claimed = forwarded.map((address) => address.trim()).filter(Boolean);
  const nearestFirst = [nearest, ...claimed.toReversed()];
  const visitor = nearestFirst.find((address, place) => !isTrusted(address, place));
  return visitor ?? nearestFirst.at(-1) ?? '';
}
