import { BlockList, isIP } from 'node:net';

/** The networks in which a proxy of one's own stands, by the names that settings may use. */
const nearby: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Nobody, or a rule on an address and its place on the way: 0 is who talks to us. */
type Trusted = false | ((address: string, place: number) => boolean);

/**
 * Whose `X-Forwarded-For` is believed, by TRUST_PROXY: `off`; `on`, proxies in networks of one's
 * own; a number of proxies, of which the nearest is in such a network; or a list of addresses,
 * ranges (10.0.0.0/8) and their names. Null: none of these. The address of the visitor is then the
 * last one that no trusted proxy has: what a visitor claims to be stands before it and is not read.
 */
export function trustedProxies(setting: string): Trusted | null {
  const text = setting.trim().toLowerCase();
  if (['', 'off', 'false', '0'].includes(text)) return false;
  if (['on', 'true'].includes(text)) return isNearby;
  if (/^\d$/.test(text)) return hops(Number(text));
  const list = text.split(',').map((item) => item.trim());
  return list.every((item) => Object.hasOwn(nearby, item) || isRange(item)) ? among(list) : null;
}

/**
 * Fastify trusts nobody when it is given a bare number, since it cannot tell a proxy from a visitor
 * who comes straight to us. We can: the visitor's address is on no network of ours.
 */
const hops = (count: number) => (address: string, place: number) =>
  place === 0 ? isNearby(address) : place < count;

function isRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

/** Is an address in one of these networks? A form that is no address is in none. */
function among(list: readonly string[]): (address: string) => boolean {
  const block = new BlockList();
  for (const range of list.flatMap((item) => nearby[item] ?? [item])) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    block.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => isIP(address) !== 0 && block.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const isNearby = among(Object.keys(nearby));
