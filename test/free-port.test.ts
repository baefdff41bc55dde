import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('a port that somebody listens on is passed over', async () => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const free = await freePort();
  const offered = [taken, free];
  expect(await freePort(() => offered.shift() ?? 0)).toBe(free);
  await new Promise((done) => server.close(done));
});

it('is none of those that the system gives to whoever asks for any', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  expect(ports.filter((port) => port < 20_000 || port >= 32_000)).toEqual([]);
});
