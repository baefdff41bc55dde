import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { startFauxqs } from 'fauxqs';
import type { S3Address } from '#server/platform/storage/s3-address.rules.ts';

export const logIn = { accessKeyId: 'a-key', secretAccessKey: 'a-secret' };

export type ObjectStorage = { address: S3Address; url: string; stop: () => Promise<void> };

/** A server that speaks S3, with an empty bucket. */
export async function startObjectStorage(prefix = 'platea/'): Promise<ObjectStorage> {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  const { bucketName } = server.createBucket('files');
  return {
    address: addressOf(server.port, { bucket: bucketName, prefix }),
    url: `http://127.0.0.1:${server.port}`,
    stop: () => server.stop(),
  };
}

const addressOf = (port: number, place: Pick<S3Address, 'bucket' | 'prefix'>): S3Address => ({
  ...place,
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  pathStyle: true,
});

/** A server on which nobody can rely: it answers as `listener` does. */
export async function startBadServer(listener: RequestListener): Promise<ObjectStorage> {
  const server = createServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: addressOf(port, { bucket: 'files', prefix: '' }),
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
