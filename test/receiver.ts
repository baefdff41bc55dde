import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Got = { path: string; headers: Record<string, string>; body: string };
type Answer =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** It takes what it is sent and says nothing, ever. */
  | 'nothing'
  /** The same, and the test hears of it. */
  | (() => void);

/** Somebody's server that hears of events: it keeps what it was sent, and answers what the test wants. */
export type Receiver = {
  url: string;
  port: number;
  got: Got[];
  /** The next answers, in order; after the last one it is 204. */
  answers: Answer[];
  close: () => Promise<void>;
};

export async function aReceiver(always: Answer = { status: 204 }): Promise<Receiver> {
  const got: Got[] = [];
  const answers: Answer[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      got.push({
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body,
      });
      answer(response, answers.shift() ?? always);
    });
  });
  await new Promise<void>((done) => server.listen(0, done));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://localhost:${port}/hook`, port, got, answers },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

function answer(response: ServerResponse, given: Answer): void {
  if (typeof given === 'function') given();
  else if (given !== 'nothing') response.writeHead(given.status, given.headers).end(given.body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}
