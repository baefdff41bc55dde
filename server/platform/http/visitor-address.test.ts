import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { visitorAddress } from './visitor-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  }) as unknown as IncomingMessage;

describe('the address of a visitor who opens a socket', () => {
  it.each([
    ['without a proxy is the socket’s', 'off', '203.0.113.7', undefined, '203.0.113.7'],
    ['is not what the visitor claims', 'off', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['is what our proxy says', 'on', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['… also over IPv6', 'on', '::ffff:10.0.0.2', '2001:db8::1', '2001:db8::1'],
    ['is not what stands before it', 'on', '10.0.0.2', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['is not believed of a stranger', 'on', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['behind two proxies', '2', '10.0.0.2', '203.0.113.7, 192.0.2.1', '203.0.113.7'],
    ['behind one in a list', '192.0.2.0/24', '192.0.2.1', '203.0.113.7', '203.0.113.7'],
    ['of one’s own network', 'on', '10.0.0.2', '10.0.0.3, 10.0.0.4', '10.0.0.3'],
  ])('%s', (_what, setting, remote, forwarded, address) => {
    expect(visitorAddress(from(remote, forwarded), setting)).toBe(address);
  });
});
