import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
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
  /** A second door, for encoders that come by TLS. */
  secure?: { port: number; certificate: Certificate };
};

/** A chain of certificates and its private key, both in PEM. */
export type Certificate = { cert: string; key: string };

export type RtmpListener = {
  port: number;
  /** Null without a door for TLS. */
  securePort: number | null;
  connections(): number;
  /** Whoever connects from now on is shown this one. Throws when it makes no sense. */
  renew(certificate: Certificate): void;
  close(): Promise<void>;
};

const plainFourCcs: FourCcs = { video: ['avc1'], audio: ['mp4a'], passed: ['avc1', 'mp4a'] };

/** Receives RTMP publishers, with and without TLS. Throws when a port is taken. */
export async function listenForRtmp(options: RtmpListenerOptions): Promise<RtmpListener> {
  const visitors = new Visitors(options);
  const publishWithinMs = options.publishWithinMs ?? 10_000;
  function welcome(socket: Socket): void {
    const connection = new RtmpConnection(socket, {
      authorise: options.authorise,
      silenceMs: options.silenceMs ?? 10_000,
      publishWithinMs,
      fourCcs: options.fourCcs ?? plainFourCcs,
    });
    visitors.keep(socket, connection);
  }
  const plain = createServer({ allowHalfOpen: false }, (socket) => {
    if (visitors.admit(socket)) welcome(socket);
  });
  const servers: Server[] = [plain];
  await listen(plain, options.port, options.host);
  let secure: TlsServer | null = null;
  if (options.secure) {
    const { port, certificate } = options.secure;
    const settings = { ...certificate, handshakeTimeout: publishWithinMs };
    secure = createTlsServer(settings, welcome);
    // Counted before the handshake: it is the dearest thing that a stranger can ask for.
    secure.on('connection', (socket: Socket) => void visitors.admit(socket));
    // Node tells of a handshake that failed or took too long, and leaves the socket open.
    secure.on('tlsClientError', (_error, socket) => socket.destroy());
    servers.push(secure);
    await listen(secure, port, options.host).catch((error: unknown) => {
      plain.close();
      throw error;
    });
  }
  return {
    port: portOf(plain),
    securePort: secure && portOf(secure),
    connections: () => visitors.count,
    renew: (certificate) => secure?.setSecureContext(certificate),
    close: async () => {
      const closed = servers.map((server) => new Promise((done) => server.close(done)));
      visitors.sendAway();
      await Promise.all(closed);
    },
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Who is connected, in all and from one address, at all doors together. */
class Visitors {
  #open = new Set<Socket>();
  #connections = new Map<Socket, RtmpConnection>();
  #perAddress = new Map<string, number>();
  #most: number;
  #mostPerAddress: number;

  constructor({ maxConnections = 500, maxPerAddress = 20 }: RtmpListenerOptions) {
    this.#most = maxConnections;
    this.#mostPerAddress = maxPerAddress;
  }

  get count(): number {
    return this.#open.size;
  }

  /** False: it was one too many, and is gone. */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    const known = this.#perAddress.get(address) ?? 0;
    if (this.#open.size >= this.#most || known >= this.#mostPerAddress) {
      socket.destroy();
      return false;
    }
    this.#open.add(socket);
    this.#perAddress.set(address, known + 1);
    socket.once('close', () => this.#forget(socket, address));
    return true;
  }

  #forget(socket: Socket, address: string): void {
    this.#open.delete(socket);
    const left = (this.#perAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
  }

  keep(socket: Socket, connection: RtmpConnection): void {
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
  }

  /** Says goodbye to those who listen, and closes on those who do not. */
  sendAway(): void {
    for (const connection of this.#connections.values()) {
      connection.close('The server is stopping.');
    }
    setTimeout(() => {
      for (const socket of this.#open) socket.destroy();
    }, 300).unref();
  }
}

function listen(server: Server, port: number, host = '0.0.0.0'): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      server.on('error', () => undefined);
      resolve();
    });
  });
}
