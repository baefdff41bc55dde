import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { RequestLog } from './request-log.ts';

type Line = { msg: string; reqId?: string; req?: { url: string }; res?: { statusCode: number } };

const arrived = Promise.withResolvers<void>();
const left = Promise.withResolvers<void>();

async function linesOf(ask: (url: string) => Promise<unknown>): Promise<Line[]> {
  const lines: Line[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = Fastify({ logger: { level: 'info', stream }, logController: new RequestLog() });
  app.setErrorHandler((_error, _request, reply) => reply.code(500).send());
  app.get('/api/health', async () => 'well');
  app.get('/assets/a.js', async () => '');
  app.get('/slow', (_request, reply) => {
    reply.raw.once('close', left.resolve);
    arrived.resolve();
    return left.promise;
  });
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  await ask(await app.listen({ port: 0, host: '127.0.0.1' }));
  await app.inject('/api/health');
  await app.close();
  return lines.filter(({ reqId }) => reqId !== undefined);
}

test('a request is one line, with what was asked and what came of it', async () => {
  const lines = await linesOf(async (url) => {
    await (await fetch(`${url}/api/health`)).text();
    await (await fetch(`${url}/assets/a.js`)).text();
    await (await fetch(`${url}/broken`)).text();
  });
  // Not the file of the build, nor what we asked ourselves.
  expect(lines.map(({ msg, req, res }) => [msg, req?.url, res?.statusCode])).toEqual([
    ['request completed', '/api/health', 200],
    ['request completed', '/broken', 500],
  ]);
});

test('whoever goes before the answer is there leaves a line too', async () => {
  const lines = await linesOf(async (url) => {
    const leaves = new AbortController();
    const asked = fetch(`${url}/slow`, { signal: leaves.signal }).catch(() => null);
    await arrived.promise;
    leaves.abort();
    await asked;
    await left.promise;
  });
  expect(lines.map(({ msg, req }) => [msg, req?.url])).toEqual([['request broken off', '/slow']]);
});
