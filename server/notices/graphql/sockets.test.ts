import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { noticesContract } from '#contract/notices.ts';
import { buildApp } from '#server/app.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { holdClock } from '#test/held-clock.ts';
import { app, call } from '#test/story.ts';

let port = 0;
let apiKey = '';
const open: WebSocket[] = [];

beforeAll(async () => {
  const http = await app();
  await http.listen({ port: 0, host: '127.0.0.1' });
  port = (http.server.address() as AddressInfo).port;
  ({ apiKey } = await call(noticesContract.getAccess));
});
afterAll(() => {
  for (const socket of open) socket.terminate();
});

type Said = { type: string; id?: string; payload?: { extensions?: { code: string } }[] };

/** A connection that has said its key; `ask` sends an operation, `said` is what came back. */
async function aConnection(at = port) {
  const socket = new WebSocket(`ws://127.0.0.1:${at}/graphql`, 'graphql-transport-ws');
  open.push(socket);
  await once(socket, 'open');
  const said: Said[] = [];
  socket.on('message', (data) => said.push(JSON.parse(String(data)) as Said));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-api-key': apiKey } }));
  await expect.poll(() => said.map(({ type }) => type)).toEqual(['connection_ack']);
  let operations = 0;
  const ask = (query: string) => {
    operations += 1;
    const id = String(operations);
    socket.send(JSON.stringify({ type: 'subscribe', id, payload: { query } }));
  };
  return { socket, said, ask };
}

const lasting = 'subscription { systemNotifications { id } }';
const errorsIn = (said: Said[]) => said.filter(({ type }) => type === 'error');

describe('a connection', () => {
  it('is not cut by texts that were refused, however many', async () => {
    const { socket, said, ask } = await aConnection();
    for (let text = 1; text <= 30; text += 1) {
      ask(text % 2 ? 'subscription {' : 'query { nothing }');
      await expect.poll(() => errorsIn(said).length).toBe(text);
    }
    ask(lasting);
    ask('query { nothing }');
    await expect.poll(() => errorsIn(said).length).toBe(31);
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('holds twelve operations at the same time and is cut at the thirteenth', async () => {
    const { socket, said, ask } = await aConnection();
    for (let operation = 0; operation < 12; operation += 1) ask(lasting);
    ask('query { nothing }');
    const [code] = await once(socket, 'close');
    expect(code).toBe(4429);
    expect(said.filter(({ type }) => type === 'next')).toEqual([]);
  });
});

describe('operations of one address', () => {
  it('are so many a minute together, over all its connections', async () => {
    // A right comes back with time.
    holdClock();
    overrideConfig({ RATE_LIMIT: 3 });
    const { http } = await buildApp({ pages: 'none' });
    await http.listen({ port: 0, host: '127.0.0.1' });
    const there = (http.server.address() as AddressInfo).port;
    const both = [await aConnection(there), await aConnection(there)];
    const asked = 'query { unreadCount(user: "nobody") }';
    for (const { ask } of [...both, ...both]) ask(asked);
    const codes = () =>
      both.flatMap(({ said }) =>
        errorsIn(said).map(({ payload }) => payload?.[0]?.extensions?.code),
      );
    await expect.poll(codes).toEqual(['TOO_MANY_REQUESTS']);
    overrideConfig({ RATE_LIMIT: 0 });
    await http.close();
  });
});
