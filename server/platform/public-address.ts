import { BlockList, isIP } from 'node:net';

/**
 * Of version 4 what IANA's registry of special purposes says is not reachable for everybody, and what
 * no machine has for itself: multicast, and what is kept for later.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const closed4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/** Of version 6 only this is given out to the public. */
const open6 = '2000::/3';
/**
 * Of it not what the registry keeps for protocols and for examples, nor the ways that lead into
 * version 4. https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

const [isClosed4, isOpen6, isClosed6] = [
  listOf(closed4, 'ipv4'),
  listOf([open6], 'ipv6'),
  listOf(closed6, 'ipv6'),
];
const mapped = listOf(['::ffff:0:0/96'], 'ipv6');

/**
 * Is this the address of a machine in the public net, which strangers may make us call? Not loopback,
 * private, link-local, shared, multicast or reserved ones; nor what is no address, or one with a scope,
 * which names an interface of this machine.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  if (isIP(address) === 4) return !isClosed4.check(address, 'ipv4');
  if (isIP(address) !== 6) return false;
  // One of version 4 in other clothes is what it is without them.
  if (mapped.check(address, 'ipv6')) return !isClosed4.check(address, 'ipv6');
  return isOpen6.check(address, 'ipv6') && !isClosed6.check(address, 'ipv6');
}
