import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { RequestLog } from './request-log.ts';

type Line = { msg: string; reqId?: string; req?: { url: string }; res?: { statusCode: number } };

async function linesOf(ask: (url: string) => Promise<unknown>): Promise<Line[]> {
  const lines: Line[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = Fastify({ logger: { level: 'info', stream }, logController: new RequestLog() });
  app.setErrorHandler((_error, _request, reply) => reply.code(500).send());
  app.get('/api/health', async () => 'well');
  app.get('/assets/a.js', async () => '');
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
