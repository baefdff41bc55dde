import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { buildHttp } from './app.ts';
import { relayedHeader, signRelay } from './relayed.ts';

const site = '10.0.0.7';
const [ana, leo] = ['203.0.113.5', '2001:db8::5'];
const url = '/address';
let http: FastifyInstance | null = null;
afterEach(async () => {
  await http?.close();
  http = null;
  useClock(null);
  overrideConfig({ TRUST_PROXY: 'off', RATE_LIMIT: 0 });
});

async function aNode(limit = 0) {
  overrideConfig({ RATE_LIMIT: limit });
  const node = await buildHttp({
    areas: [],
    identify: async () => null,
    plugins: [async (app) => void app.get(url, async ({ ip }) => ip)],
  });
  http = node;
  return (headers: Record<string, string>) => node.inject({ url, headers, remoteAddress: site });
}

describe('a call that the site passes on', () => {
  it.each(['off', 'on'])('is that of whom it is for, with TRUST_PROXY=%s', async (trust) => {
    overrideConfig({ TRUST_PROXY: trust });
    const ask = await aNode();
    for (const address of [ana, leo])
      expect((await ask(signRelay({ method: 'GET', url }, address))).body).toBe(address);
    expect((await ask({})).body).toBe(site);
  });

  it('is counted by their address, each apart', async () => {
    const ask = await aNode(2);
    const statuses = [];
    for (const address of [ana, leo, ana, leo, ana])
      statuses.push((await ask(signRelay({ method: 'GET', url }, address))).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('is believed of nobody who cannot sign it, and for no other call or time', async () => {
    const ask = await aNode();
    const good = signRelay({ method: 'GET', url }, ana)[relayedHeader] ?? '';
    const forged = [
      good.replace(ana, leo),
      good.replace(/^\d+/, (expiry) => String(Number(expiry) + 60)),
      good.replace(/ [^ ]+$/, ''),
      `${good}x`,
      '1',
      ...Object.values(signRelay({ method: 'POST', url }, ana)),
      ...Object.values(signRelay({ method: 'GET', url: '/other' }, ana)),
      ...Object.values(signRelay({ method: 'GET', url }, 'nobody')),
    ];
    for (const header of forged) expect((await ask({ [relayedHeader]: header })).body).toBe(site);
    useClock(new Date(Date.now() + 121_000).toISOString());
    expect((await ask({ [relayedHeader]: good })).body).toBe(site);
  });
});
