import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { FourCcs } from './decoders.ts';
import type { PublishAnswer, PublishRequest } from './publication.ts';
import { RtmpConnection } from './rtmp-connection.ts';

export type RtmpListenerOptions = {
  port: number;
  host?: string;
  /** Awaited before one byte of media is kept. */
  authorise(request: PublishRequest): Promise<PublishAnswer>;
  silenceMs?: number;
  publishWithinMs?: number;
  maxConnections?: number;
  maxPerAddress?: number;
  fourCcs?: FourCcs;
};

export type RtmpListener = { port: number; connections(): number; close(): Promise<void> };

const plainFourCcs: FourCcs = { video: ['avc1'], audio: ['mp4a'], passed: ['avc1', 'mp4a'] };

/** Receives RTMP publishers. Throws when the port is taken. */
export async function listenForRtmp(options: RtmpListenerOptions): Promise<RtmpListener> {
  const open = new Map<Socket, RtmpConnection>();
  const perAddress = new Map<string, number>();
  const maxConnections = options.maxConnections ?? 500;
  const maxPerAddress = options.maxPerAddress ?? 20;

  function count(address: string, by: 1 | -1): void {
    const left = (perAddress.get(address) ?? 0) + by;
    if (left > 0) perAddress.set(address, left);
    else perAddress.delete(address);
  }

  function welcome(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (open.size >= maxConnections || (perAddress.get(address) ?? 0) >= maxPerAddress) {
      socket.destroy();
      return;
    }
    count(address, 1);
    const connection = new RtmpConnection(socket, {
      authorise: options.authorise,
      silenceMs: options.silenceMs ?? 10_000,
      publishWithinMs: options.publishWithinMs ?? 10_000,
      fourCcs: options.fourCcs ?? plainFourCcs,
    });
    open.set(socket, connection);
    socket.once('close', () => {
      open.delete(socket);
      count(address, -1);
    });
  }

  const server = createServer({ allowHalfOpen: false }, welcome);
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => open.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of open.values()) connection.close('The server is stopping.');
        setTimeout(() => {
          for (const socket of open.keys()) socket.destroy();
        }, 300).unref();
      }),
  };
}

function listen(server: Server, options: RtmpListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '0.0.0.0', () => {
      server.removeListener('error', reject);
      server.on('error', () => undefined);
      resolve();
    });
  });
}
