import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:tls';
import type {
  EncoderLink,
  MediaTag,
  PublishAnswer,
  PublishRequest,
} from '#server/live/engine/publication.ts';
import { RtmpConnection } from '#server/live/engine/rtmp-connection.ts';

/** One encoder that a receiver took, and what it has sent. */
export type Received = {
  asked: PublishRequest;
  tags: MediaTag[];
  isOver: boolean;
  /** Hangs up, with words for the encoder. */
  close(reason: string): void;
  /** Reads on after `reads` answered false. */
  resume(): void;
};

export type ReceiverOptions = {
  port?: number;
  /** Words for an encoder whose key is not taken; null: it is. */
  refusal?: (request: PublishRequest) => string | null;
  /** False: nothing is read any more. */
  reads?: (received: Received) => boolean;
  tls?: { cert: string; key: string };
};

export type Receiver = {
  port: number;
  /** Every encoder that was ever taken, the oldest first. */
  taken: Received[];
  /** Every key that was offered, taken or not. */
  asked: PublishRequest[];
  /** Hangs up on everybody without a word. */
  cut(): void;
  /** As a server whose plug is pulled. */
  close(): Promise<void>;
};

/** A far server for outputs, made of our own listener's connections. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const taken: Received[] = [];
  const asked: PublishRequest[] = [];
  const authorise = async (request: PublishRequest): Promise<PublishAnswer> => {
    asked.push(request);
    const message = options.refusal?.(request) ?? null;
    if (message !== null) return { ok: false, reason: 'unknown_key', message };
    return { ok: true, publication: publicationFor(request, taken, options) };
  };
  const welcome = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const times = { silenceMs: 10_000, publishWithinMs: 10_000 };
    // It takes H.264 and AAC alone.
    new RtmpConnection(socket, {
      authorise,
      ...times,
      fourCcs: { video: [], audio: [], passed: [] },
    });
  };
  const server: Server | SecureServer = options.tls
    ? createSecureServer(options.tls, welcome)
    : createServer(welcome);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      cut();
    });
  return { port: (server.address() as AddressInfo).port, taken, asked, cut, close };
}

function publicationFor(asked: PublishRequest, taken: Received[], options: ReceiverOptions) {
  let link: EncoderLink | null = null;
  const received: Received = {
    asked,
    tags: [],
    isOver: false,
    close: (reason) => link?.close(reason),
    resume: () => link?.resume(),
  };
  taken.push(received);
  return {
    attach: (given: EncoderLink) => {
      link = given;
    },
    take: (tag: MediaTag) => {
      received.tags.push({ ...tag, body: Buffer.from(tag.body) });
      return options.reads?.(received) ?? true;
    },
    ended: () => {
      received.isOver = true;
    },
  };
}
