import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { AmfValue } from './amf0.ts';
import { capabilityAnswer } from './capabilities.ts';
import type { FourCcs } from './decoders.ts';
import type { MediaTag, Publication, PublishAnswer, PublishRequest } from './publication.ts';
import type { RtmpMessage } from './rtmp-chunks.ts';
import { ChunkReader, MalformedChunks } from './rtmp-chunks.ts';
import {
  acknowledgement,
  command,
  commandIn,
  connectionSettings,
  messageType,
  pong,
  readOnAs,
  splitAggregate,
  status,
  userControl,
  userControlEvent,
} from './rtmp-messages.ts';

export type ConnectionSettings = {
  authorise(request: PublishRequest): Promise<PublishAnswer>;
  /** A peer that sends nothing for so long is dropped. */
  silenceMs: number;
  /** A peer that has not begun to publish by then is dropped. */
  publishWithinMs: number;
  /** The codecs that encoders are told of when they ask. */
  fourCcs: FourCcs;
};

const handshakeSize = 1536;
const ackWindow = 2_500_000;
const pingEveryMs = 4_000;
// Before the key is known to be good nobody needs more than a command's worth of memory.
const strangerLimits = { message: 64 * 1024, partial: 128 * 1024 };
const publisherLimits = { message: 12 * 1024 * 1024, partial: 16 * 1024 * 1024 };
const maxUnsent = 256 * 1024;

/** One encoder: handshake, commands, then media handed to the publication it was given. */
export class RtmpConnection {
  #socket: Socket;
  #settings: ConnectionSettings;
  #reader: ChunkReader;
  #stage: 'version' | 'greeting' | 'reply' | 'messages' = 'version';
  #greeting: Buffer = Buffer.alloc(0);
  #app = '';
  #publication: Publication | null = null;
  #asking = false;
  #closed = false;
  #received = 0;
  #acknowledged = 0;
  #peerWindow = ackWindow;
  #lastHeard = performance.now();
  #openedAt = performance.now();
  #watch: NodeJS.Timeout;

  constructor(socket: Socket, settings: ConnectionSettings) {
    this.#socket = socket;
    this.#settings = settings;
    this.#reader = new ChunkReader(strangerLimits, (message) => this.#onMessage(message));
    this.#watch = setInterval(() => this.#onTick(), Math.min(pingEveryMs, settings.silenceMs / 2));
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#onBytes(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#onClose());
  }

  /** Ends the connection, politely when the peer listens. */
  close(reason: string): void {
    if (this.#closed) return;
    if (this.#publication) {
      const code = 'NetStream.Publish.Failed';
      this.#send(status(1, { level: 'error', code, description: reason }));
    }
    this.#hangUp();
  }

  #hangUp(): void {
    this.#reader.hold();
    this.#socket.pause();
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), 500).unref();
  }

  #onClose(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#watch);
    this.#reader.hold();
    const publication = this.#publication;
    this.#publication = null;
    publication?.ended();
  }

  #onTick(): void {
    const at = performance.now();
    // While we do not read, silence says nothing about the peer.
    if (this.#socket.isPaused()) this.#lastHeard = at;
    const silent = at - this.#lastHeard > this.#settings.silenceMs;
    const idle = !this.#publication && at - this.#openedAt > this.#settings.publishWithinMs;
    if (silent || idle) this.#socket.destroy();
    else if (this.#publication) {
      this.#send(userControlEvent(userControl.pingRequest, Math.floor(at)));
    }
  }

  #send(bytes: Buffer): void {
    if (this.#socket.writableLength > maxUnsent) this.#socket.destroy();
    else if (this.#socket.writable) this.#socket.write(bytes);
  }

  #onBytes(bytes: Buffer): void {
    this.#lastHeard = performance.now();
    this.#received += bytes.length;
    try {
      if (this.#stage === 'messages') this.#reader.push(bytes);
      else this.#greet(bytes);
    } catch {
      // Whatever a stranger sends, the only consequence is the end of their connection.
      this.#socket.destroy();
      return;
    }
    if (this.#received - this.#acknowledged >= this.#peerWindow) {
      this.#acknowledged = this.#received;
      this.#send(acknowledgement(this.#received));
    }
  }

  #greet(bytes: Buffer): void {
    const seen = Buffer.concat([this.#greeting, bytes]);
    const needed = { version: 1, greeting: handshakeSize, reply: handshakeSize, messages: 0 };
    const size = needed[this.#stage];
    if (seen.length < size) {
      this.#greeting = seen;
      return;
    }
    this.#greeting = Buffer.alloc(0);
    this.#step(seen.subarray(0, size));
    const rest = seen.subarray(size);
    if (rest.length === 0) return;
    if (this.#stage === 'messages') this.#reader.push(rest);
    else this.#greet(rest);
  }

  #step(part: Buffer): void {
    if (this.#stage === 'version') {
      if (part[0] !== 3) throw new MalformedChunks('not plain RTMP');
      this.#stage = 'greeting';
    } else if (this.#stage === 'greeting') {
      const own = randomBytes(handshakeSize);
      own.fill(0, 0, 8);
      this.#send(Buffer.concat([Buffer.from([3]), own, part]));
      this.#stage = 'reply';
    } else {
      this.#stage = 'messages';
    }
  }

  #onMessage(message: RtmpMessage): void {
    if (readOnAs(message, this.#reader)) return;
    const { type, body } = message;
    switch (type) {
      case messageType.windowSize:
        this.#peerWindow = Math.max(64 * 1024, body.readUInt32BE(0));
        break;
      case messageType.userControl:
        this.#onUserControl(body);
        break;
      case messageType.commandAmf0:
      case messageType.commandAmf3:
        this.#onCommand(message.streamId, commandIn(message));
        break;
      case messageType.aggregate:
        for (const inner of splitAggregate(message)) this.#onMedia(inner);
        break;
      default:
        this.#onMedia(message);
    }
  }

  #onUserControl(body: Buffer): void {
    const answer = pong(body);
    if (answer) this.#send(answer);
  }

  #onMedia(message: RtmpMessage): void {
    const kinds: Record<number, MediaTag['kind']> = {
      [messageType.audio]: 'audio',
      [messageType.video]: 'video',
      [messageType.dataAmf0]: 'script',
    };
    const kind = kinds[message.type];
    if (!kind || !this.#publication || message.body.length === 0) return;
    const { timestamp, body } = message;
    const hasRoom = this.#publication.take({ kind, timestamp, body });
    if (!hasRoom && !this.#closed) this.#socket.pause();
  }

  #onCommand(streamId: number, values: AmfValue[]): void {
    const [name, transaction, third, fourth] = values;
    switch (name) {
      case 'connect':
        this.#onConnect(transaction, third);
        break;
      case 'createStream':
        this.#send(command(0, '_result', transaction, null, 1));
        break;
      case 'releaseStream':
      case 'FCPublish':
        this.#send(command(0, '_result', transaction, null, undefined));
        break;
      case 'publish':
        this.#onPublish(streamId, fourth);
        break;
      case 'play':
      case 'play2':
        this.#refuse(streamId, ['NetStream.Play.Failed'], 'This server only receives.');
        break;
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        if (this.#publication) this.#hangUp();
        break;
    }
  }

  #onConnect(transaction: AmfValue, options: AmfValue): void {
    if (typeof options !== 'object' || options === null || Array.isArray(options)) {
      throw new MalformedChunks('connect without its object');
    }
    this.#app = String(options.app ?? '').replace(/^\/+|[/?].*$/g, '');
    const server = {
      fmsVer: 'FMS/3,0,1,123',
      capabilities: 31,
      ...capabilityAnswer(options, this.#settings.fourCcs),
    };
    const info = {
      level: 'status',
      code: 'NetConnection.Connect.Success',
      description: 'Connected.',
      objectEncoding: 0,
    };
    this.#send(
      Buffer.concat([
        connectionSettings(ackWindow),
        command(0, '_result', transaction, server, info),
      ]),
    );
  }

  #onPublish(streamId: number, name: AmfValue): void {
    if (this.#publication || this.#asking) {
      throw new MalformedChunks('one connection publishes once');
    }
    const streamKey = typeof name === 'string' ? name.replace(/\?.*$/, '') : '';
    this.#asking = true;
    // Nothing that follows is read before the answer is there.
    this.#reader.hold();
    this.#socket.pause();
    const address = this.#socket.remoteAddress ?? '';
    void this.#settings
      .authorise({ app: this.#app, streamKey, address })
      .catch((): PublishAnswer => ({ ok: false, reason: 'denied', message: 'Try again later.' }))
      .then((answer) => this.#onAnswer(streamId, answer));
  }

  #onAnswer(streamId: number, answer: PublishAnswer): void {
    this.#asking = false;
    if (!answer.ok) {
      // The librtmp of OBS logs the sentence that comes with Denied and keeps that of BadName to
      // itself; others know BadName better, and stop at the first.
      const codes = ['NetStream.Publish.BadName', 'NetStream.Publish.Denied'];
      this.#refuse(streamId, answer.reason === 'denied' ? codes.slice(1) : codes, answer.message);
      return;
    }
    const { publication } = answer;
    if (this.#closed || !this.#socket.writable) {
      publication.ended();
      return;
    }
    this.#publication = publication;
    this.#reader.limits = publisherLimits;
    publication.attach({
      address: this.#socket.remoteAddress ?? '',
      resume: () => this.#continue(),
      close: (reason) => this.close(reason),
    });
    this.#send(
      Buffer.concat([
        userControlEvent(userControl.streamBegin, streamId),
        status(streamId, {
          level: 'status',
          code: 'NetStream.Publish.Start',
          description: 'Receiving.',
        }),
      ]),
    );
    this.#continue();
  }

  #continue(): void {
    if (this.#closed) return;
    this.#lastHeard = performance.now();
    this.#socket.resume();
    try {
      this.#reader.release();
    } catch {
      this.#socket.destroy();
    }
  }

  #refuse(streamId: number, codes: string[], description: string): void {
    for (const code of codes) this.#send(status(streamId, { level: 'error', code, description }));
    this.#hangUp();
  }
}
