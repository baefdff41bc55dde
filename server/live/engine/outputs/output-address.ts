import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from '#server/platform/public-address.ts';
import type { OutputFault } from './output.rules.ts';

/** A far server as it was typed, taken apart. */
export type OutputAddress = {
  isSecure: boolean;
  /** A name, or an address without brackets. */
  host: string;
  port: number;
  app: string;
  /** The whole address as RTMP's `connect` wants it. */
  tcUrl: string;
};

/** Where an address may lead. */
export type Reach = {
  /** The operator allows outputs inside of the installation and its networks. */
  allowsInside: boolean;
  /** Where our own encoders stream to: sent there, a show would be fed to itself. */
  own: { ports: readonly number[]; host: string };
  /** For tests: who knows the addresses of names. */
  resolve?: (host: string) => Promise<string[]>;
};

export class AddressRefused extends Error {
  readonly fault: OutputFault;
  constructor(code: OutputFault['code']) {
    super(code);
    this.fault = { code, said: '' };
  }
}

const ports = { 'rtmp:': 1935, 'rtmps:': 443 } as const;

/** Takes the address of an output apart; null when it is none. */
export function readOutputUrl(text: string): OutputAddress | null {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'rtmp:' && url.protocol !== 'rtmps:')) return null;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  const host = plainHost(url.hostname);
  const app = `${url.pathname.replace(/^\/+|\/+$/g, '')}${url.search}`;
  if (!host || app === '' || app.startsWith('?')) return null;
  const port = url.port === '' ? ports[url.protocol] : Number(url.port);
  if (port === 0) return null;
  const place = isIP(host) === 6 ? `[${host}]` : host;
  const tcUrl = `${url.protocol}//${place}${url.port && `:${url.port}`}/${app}`;
  return { isSecure: url.protocol === 'rtmps:', host, port, app, tcUrl };
}

/** As browsers read a host: 2130706433 and 0x7f.1 are 127.0.0.1, and names are written in ASCII. */
function plainHost(hostname: string): string | null {
  const host = URL.parse(`http://${hostname}/`)?.hostname ?? '';
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return /^[a-z0-9.:_-]+$/.test(bare) ? bare : null;
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Names of the open internet are asked for without the threads that files are written by: a name
 * server that does not answer must not hold up a recording. Names of this machine only where the
 * operator wants them.
 */
async function resolveName(host: string, allowsInside: boolean): Promise<string[]> {
  if (allowsInside) return (await lookup(host, { all: true })).map(({ address }) => address);
  if (/(^|\.)localhost$/.test(host)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

const addressesOf = (host: string, { resolve, allowsInside }: Reach): Promise<string[]> =>
  (resolve ? resolve(host) : resolveName(host, allowsInside)).catch(() => []);

/**
 * The addresses behind an output, every one of them checked: whoever connects uses these, and does
 * not ask for the name again. Throws `AddressRefused`.
 */
export async function checkedAddresses(
  { host, port }: OutputAddress,
  reach: Reach,
): Promise<string[]> {
  const found = isIP(host) ? [host] : await addressesOf(host, reach);
  if (found.length === 0) throw new AddressRefused('unknown_host');
  if (reach.own.ports.includes(port) && (await leadsBack(host, found, reach))) {
    throw new AddressRefused('own_server');
  }
  // This machine's own addresses may be public ones: no firewall stands before what asks from inside.
  const isHere = (address: string) =>
    !isPublicAddress(address) || isOneOf(addressesHere(), address);
  if (!reach.allowsInside && found.some(isHere)) throw new AddressRefused('inside');
  return found;
}

const addressesHere = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));

function isOneOf(addresses: readonly string[], address: string): boolean {
  const ours = new BlockList();
  for (const one of addresses) ours.addAddress(one, familyOf(one));
  return ours.check(address, familyOf(address));
}

async function leadsBack(host: string, found: readonly string[], reach: Reach): Promise<boolean> {
  if (host === reach.own.host) return true;
  // The whole of 127.0.0.0/8 is this machine, and the unspecified address leads here, too.
  const always = ['0.0.0.0', '::', '::1'];
  const ours = [...always, ...addressesHere(), ...(await addressesOf(reach.own.host, reach))];
  return found.some((address) => address.startsWith('127.') || isOneOf(ours, address));
}
