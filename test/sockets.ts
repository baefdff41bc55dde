import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll } from 'vitest';
import type { Someone } from './factories/accounts.ts';
import { app } from './story.ts';

/** The product on a port of its own for this file, and windows of people connected to it. */
export function useSockets() {
  let address = '';
  const open: Socket[] = [];
  beforeAll(async () => {
    const http = await app();
    await http.listen({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    for (const socket of open) socket.disconnect();
  });
  /** A window of this person, or of somebody who is not logged in; `at` another process than ours. */
  const windowOf = (as: Pick<Someone, 'token'> | null, at = address): Socket => {
    const auth = as ? { token: as.token } : {};
    const socket = io(at, { transports: ['websocket'], forceNew: true, auth });
    open.push(socket);
    return socket;
  };
  return { windowOf };
}

export const connected = (socket: Socket): Promise<void> =>
  new Promise((done) => socket.once('connect', () => done()));
