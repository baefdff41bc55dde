import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { overrideConfig } from '#server/platform/config.ts';
import { buildHttp } from './app.ts';
import { trustedProxies } from './proxies.ts';

const nobody = async () => null;
let http: FastifyInstance | null = null;
afterEach(async () => {
  await http?.close();
  http = null;
  overrideConfig({ TRUST_PROXY: 'off', METRICS_TOKEN: undefined });
});

type Asked = { trust?: string; from?: string; headers?: Record<string, string> };

async function ask(url: string, { trust = 'off', from = '127.0.0.1', headers = {} }: Asked = {}) {
  overrideConfig({ TRUST_PROXY: trust });
  http = await buildHttp({
    areas: [],
    identify: nobody,
    plugins: [async (app) => void app.get('/address', async ({ ip }) => ip)],
  });
  const answer = await http.inject({ url, remoteAddress: from, headers });
  await http.close();
  return answer;
}

/** Which address is taken for the visitor's when these were handed on, the visitor's claim first. */
const visitor = async (trust: string, from: string, forwarded: string) =>
  (await ask('/address', { trust, from, headers: { 'x-forwarded-for': forwarded } })).body;

describe('the address of a visitor', () => {
  it.each([
    ['off', '127.0.0.1', '203.0.113.5', '127.0.0.1'],
    ['on', '127.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['on', '10.0.0.2', '203.0.113.5', '203.0.113.5'],
    // What a visitor writes stands before what our proxy adds.
    ['on', '127.0.0.1', '127.0.0.1, 203.0.113.5', '203.0.113.5'],
    ['on', '127.0.0.1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    // Who comes straight to us is believed nothing.
    ['on', '203.0.113.5', '127.0.0.1', '203.0.113.5'],
    ['1', '127.0.0.1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    ['2', '127.0.0.1', '198.51.100.1, 203.0.113.5, 192.0.2.8', '203.0.113.5'],
    ['1', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['2', '203.0.113.5', '198.51.100.1, 192.0.2.8', '203.0.113.5'],
    ['192.0.2.0/24, loopback', '127.0.0.1', '198.51.100.1, 203.0.113.5, 192.0.2.8', '203.0.113.5'],
    ['192.0.2.8', '127.0.0.1', '203.0.113.5', '127.0.0.1'],
  ])('with TRUST_PROXY=%s, from %s by way of "%s", is %s', async (trust, from, forwarded, ip) => {
    expect(await visitor(trust, from, forwarded)).toBe(ip);
  });

  it.each([
    'yes',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0',
    'loopback,',
    '12',
    '-1',
    '::1/129',
    'a/8',
    'constructor',
  ])('is not decided by "%s"', (setting) => expect(trustedProxies(setting)).toBe(null));
});

describe('the figures', () => {
  const status = async (asked: Asked = {}) => (await ask('/metrics', asked)).statusCode;

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'are for programs of this machine (%s)',
    async (from) => expect(await status({ from })).toBe(200),
  );

  it.each(['203.0.113.5', '10.0.0.2', '::2', '::ffff:10.0.0.2'])('are not for %s', async (from) =>
    expect(await status({ from })).toBe(404),
  );

  it.each(['off', 'on', '1'])(
    'are not for who says to be this machine, nor for whom a proxy on it speaks (TRUST_PROXY=%s)',
    async (trust) => {
      const claim = { 'x-forwarded-for': '127.0.0.1' };
      expect(await status({ trust, from: '203.0.113.5', headers: claim })).toBe(404);
      expect(await status({ trust, headers: claim })).toBe(404);
      expect(await status({ trust, headers: { 'x-real-ip': '203.0.113.5' } })).toBe(404);
    },
  );

  it('are for who has the token, if there is one, and for nobody else', async () => {
    overrideConfig({ METRICS_TOKEN: 'figures-please' });
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect(await status({ from: '203.0.113.5', headers: bearer('figures-please') })).toBe(200);
    expect(await status({ headers: bearer('figures-pleasE') })).toBe(404);
    expect(await status()).toBe(404);
  });
});
