import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { config } from '../config.ts';
import { trustedProxies } from './proxies.ts';

/** The names that stand for networks in TRUST_PROXY. */
const networks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * The visitor's address as TRUST_PROXY says it, for requests that Fastify does not see (sockets):
 * the last one on the way that no trusted proxy has.
 */
export function visitorAddress(request: IncomingMessage, setting = config().TRUST_PROXY): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const claimed = forwarded.map((address) => address.trim()).filter(Boolean);
  const nearestFirst = [request.socket.remoteAddress ?? '', ...claimed.toReversed()];
  const trusted = trustedProxies(setting);
  if (!trusted) return nearestFirst[0] ?? '';
  const isTrusted = typeof trusted === 'function' ? trusted : among(trusted);
  const visitor = nearestFirst.find((address, place) => !isTrusted(address, place));
  return visitor ?? nearestFirst.at(-1) ?? '';
}

function among(list: readonly string[]): (address: string) => boolean {
  const block = new BlockList();
  for (const range of list.flatMap((item) => networks[item] ?? [item])) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    block.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) =>
    isIP(address) !== 0 && block.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
