import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveEngine } from '#server/live/engine/live-engine.ts';

export type OriginServer = { url: string; stop: () => Promise<void> };

/** The broadcasts of an engine under `/{broadcast}/…`, by a plain server and nothing else. */
export async function serveOrigin(engine: LiveEngine): Promise<OriginServer> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://origin');
    const [, id = '', ...path] = pathname.split('/');
    const answer = await engine.originOf(id)?.answer(path.join('/'), searchParams);
    if (!answer) return void response.writeHead(404).end();
    send(response, answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

type Answer = { status: number; type: string; body: Buffer };

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': body.length });
  response.end(body);
}
