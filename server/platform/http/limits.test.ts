import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountsContract } from '#contract/accounts.ts';
import { ordersContract } from '#contract/orders.ts';
import { siteContract } from '#contract/site.ts';
import { identify } from '#server/accounts/index.ts';
import { areas } from '#server/app.ts';
import { serveCallbacks } from '#server/payments/routes.ts';
import { useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { newToken } from '#server/platform/secrets.ts';
import { aViewer } from '#test/factories/accounts.ts';
// For its hooks: jobs are kept, and the pool is closed at the end.
import '#test/story.ts';
import { buildHttp } from './app.ts';
import { callInside } from './inside.ts';
import { addressKey, Limiter } from './limits.ts';

const limit = 5;
const time = '/api/time';
const mailsPerMinute = accountsContract.requestRecovery.perMinute ?? 0;

/** Like a page: it asks three endpoints from inside, and shows how they answered. */
async function aPage(app: FastifyInstance): Promise<void> {
  app.get('/page', async (request) => {
    const calls = [siteContract.getConfig, siteContract.getConfig, siteContract.getConfig];
    const answers = calls.map(({ method, path }) =>
      callInside(request, { method, path, language: 'en' }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  });
}

let http: FastifyInstance;
beforeAll(() => overrideConfig({ RATE_LIMIT: limit }));
beforeEach(async () => {
  http = await buildHttp({ areas, identify, plugins: [aPage, serveCallbacks] });
  await http.ready();
  // The limits count minutes by the machine's clock, ours by this one.
  useClock('2026-11-27T20:00:00Z');
});
afterEach(() => http.close());

type Asked = { from?: string; url?: string; headers?: Record<string, string>; body?: object };

const ask = ({ from = '203.0.113.1', url = time, headers = {}, body }: Asked = {}) =>
  http.inject({
    url,
    headers,
    remoteAddress: from,
    method: body ? 'POST' : 'GET',
    ...(body ? { payload: body } : {}),
  });

/** How that many of the same calls in a row are answered. */
async function answersTo(count: number, asked: Asked): Promise<number[]> {
  const answers: number[] = [];
  for (let call = 1; call <= count; call += 1) answers.push((await ask(asked)).statusCode);
  return answers;
}

const good = (count: number) => Array(count).fill(200);

describe('calls from one address', () => {
  it('are limited, and those from another one are not', async () => {
    expect(await answersTo(limit + 2, {})).toEqual([...good(limit), 429, 429]);
    expect(await answersTo(1, { from: '203.0.113.2' })).toEqual([200]);
  });

  it('are told in the reader’s language how long to wait', async () => {
    await answersTo(limit, {});
    const answer = await ask({ headers: { 'accept-language': 'es' } });
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(answer.json()).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: `Demasiadas peticiones. Inténtalo de nuevo en ${seconds} s.`,
      requestId: answer.headers['x-request-id'],
    });
  });

  it('are counted for a whole household, and however the address is written', async () => {
    expect(await answersTo(limit, { from: '2001:db8:1:2::1' })).toEqual(good(limit));
    expect(await answersTo(1, { from: '2001:db8:1:2:ffff::2' })).toEqual([429]);
    expect(await answersTo(1, { from: '2001:db8:1:3::1' })).toEqual([200]);
    expect(await answersTo(limit, { from: '203.0.113.9' })).toEqual(good(limit));
    expect(await answersTo(1, { from: '::ffff:203.0.113.9' })).toEqual([429]);
  });

  it('are not counted where pictures of a show are fetched, nor for health', async () => {
    const url = '/api/health/live';
    expect(new Set(await answersTo(limit + 1, { url: '/media/x/y' }))).toEqual(new Set([404]));
    expect(new Set(await answersTo(limit + 1, { url }))).toEqual(new Set([404]));
    expect(await answersTo(1, {})).toEqual([200]);
  });

  it('are not counted at the doors of the providers, where a bad signature costs the database nothing', async () => {
    const url = '/api/payments/stripe/notify';
    const headers = { 'stripe-signature': 't=1,v1=0', 'content-type': 'application/json' };
    expect(await answersTo(limit + 2, { url, headers, body: {} })).toEqual(
      Array(limit + 2).fill(400),
    );
    const refused = () => ask({ url, headers, body: {} }).then(() => undefined);
    expect(await countQueries(refused)).toBe(0);
    expect(await answersTo(1, {})).toEqual([200]);
  });

  it('have a limit of their own where an endpoint says so', async () => {
    const url = accountsContract.requestRecovery.path;
    const body = { email: 'nobody@example.test' };
    const answers = await answersTo(mailsPerMinute + 1, { url, body });
    expect(answers).toEqual([...Array(mailsPerMinute).fill(202), 429]);
  });

  it('cost no question to the database once they are refused, whatever token they bring', async () => {
    const url = accountsContract.getMe.path;
    const guess = (at: string) =>
      // Only what is awaited inside is counted.
      countQueries(async () => {
        await ask({ url: at, headers: { authorization: `Bearer ${newToken()}` } });
      });
    const queries = [];
    for (let call = 1; call <= limit + 1; call += 1) queries.push(await guess(url));
    expect(queries).toEqual([...Array(limit).fill(1), 0]);
    expect(await guess('/api/nothing')).toBe(0);
  });
});

describe('calls of one account', () => {
  it('are limited from all addresses together', async () => {
    const { token } = await aViewer();
    const headers = { authorization: `Bearer ${token}` };
    const url = accountsContract.getMe.path;
    const answers: number[] = [];
    for (let place = 1; place <= limit + 1; place += 1) {
      answers.push((await ask({ url, headers, from: `198.51.100.${place}` })).statusCode);
    }
    expect(answers).toEqual([...good(limit), 429]);
  });
});

describe('an endpoint with a limit per account', () => {
  it('lets an address, which many may share, have ten times as many', async () => {
    const { path: url, perAccount = 0 } = ordersContract.startOrder;
    const answers = await answersTo(perAccount * 10 + 1, { url, body: {} });
    expect(answers).toEqual([...Array(perAccount * 10).fill(401), 429]);
  });
});

describe('visitors of pages', () => {
  it('are limited each on their own, whatever a page asks for from inside', async () => {
    const page = { url: '/page' };
    const answers = [];
    for (let visit = 1; visit <= limit; visit += 1) answers.push((await ask(page)).json());
    expect(answers).toEqual(Array(limit).fill(good(3)));
    expect((await ask(page)).statusCode).toBe(429);
    expect((await ask({ ...page, from: '203.0.113.2' })).json()).toEqual(good(3));
    // Nothing was counted for the machine itself either.
    expect(await answersTo(limit, { from: '127.0.0.1' })).toEqual(good(limit));
  });
});

describe('a limiter', () => {
  const key = (number: number) => `key ${number}`;

  it('gives back what time refills, and says how long the next one takes', () => {
    const limiter = new Limiter(60);
    for (let call = 1; call <= 60; call += 1) expect(limiter.take('a')).toBe(0);
    expect(limiter.take('a')).toBe(1);
    useClock('2026-11-27T20:00:02Z');
    expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([0, 0, 1]);
  });

  it('forgets who has not come for a minute, whose bucket is full again', () => {
    const limiter = new Limiter(10);
    for (let number = 1; number <= 1000; number += 1) limiter.take(key(number));
    useClock('2026-11-27T20:00:59Z');
    limiter.take(key(1));
    expect(limiter.size).toBe(1000);
    useClock('2026-11-27T20:01:00Z');
    limiter.take('another');
    expect(limiter.size).toBe(2);
  });

  it('forgets who came least lately when there are too many, and never everybody', () => {
    const limiter = new Limiter(1);
    limiter.take('busy');
    for (let number = 1; number <= 60_000; number += 1) {
      limiter.take(key(number));
      if (number % 10_000 === 0) limiter.take('busy');
    }
    expect(limiter.size).toBe(50_000);
    expect(limiter.take('busy')).toBeGreaterThan(0);
    expect(limiter.take(key(1))).toBe(0);
  });
});

describe('the address as limits count it', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0000:0000:1::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8:0:0'],
  ])('%s: %s', (address, counted) => expect(addressKey(address)).toBe(counted));
});
