import { randomBytes } from 'node:crypto';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { AmfValue } from '../amf0.ts';
import type { RtmpMessage } from '../rtmp-chunks.ts';
import { ChunkReader } from '../rtmp-chunks.ts';
import { acknowledgement, commandIn, messageType, pong, readOnAs } from '../rtmp-messages.ts';
import type { OutputFault } from './output.rules.ts';
import type { OutputAddress } from './output-address.ts';
import {
  chunkSizes,
  codecsOf,
  commandMessage,
  connectMessage,
  type MediaPart,
  mediaMessage,
  setChunkSize,
  windowSize,
} from './publisher-messages.ts';

export type PublisherTarget = {
  address: OutputAddress;
  /** Where the name leads, checked: nothing else is connected to. */
  ips: readonly string[];
  key: string;
  /** What is sent needs Enhanced RTMP: the far server is asked what it takes. */
  isEnhanced: boolean;
};

export type PublisherLimits = {
  /** To connect, and again to let us publish. */
  connectMs: number;
  /** So long without the far side taking a byte. */
  stallMs: number;
  /** For tests: who may sign certificates, instead of those that Node believes. */
  ca?: string;
};

export type PublisherEvents = {
  /** The far server takes the show from here on. */
  ready(): void;
  /** There is room again after `send` answered false. */
  drained(): void;
  /** The connection is over; called once, and not after `close`. */
  failed(fault: OutputFault): void;
};

const handshakeSize = 1536;
const limits = { message: 64 * 1024, partial: 128 * 1024 };
const longestReply = 128 * 1024;
const sliceBytes = 64 * 1024;
const mostSlices = 256;
const transaction = { connect: 1, release: 2, announce: 3, createStream: 4, publish: 5 } as const;

/** One connection as an encoder: from the handshake to the far server's "start", then tags. */
export class RtmpPublisher {
  codecs = new Set<string>();
  #target: PublisherTarget;
  #limits: PublisherLimits;
  #events: PublisherEvents;
  #socket: Socket;
  #reader = new ChunkReader(limits, (message) => this.#onMessage(message));
  #stage: 'connecting' | 'greeting' | 'commands' | 'asked' | 'publishing' | 'over' = 'connecting';
  #greeting: Buffer = Buffer.alloc(0);
  #streamId = 0;
  #received = 0;
  #acknowledged = 0;
  #peerWindow = Number.POSITIVE_INFINITY;
  #unsent: Buffer[] = [];
  #isBlocked = false;
  #lastWords = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(target: PublisherTarget, bounds: PublisherLimits, events: PublisherEvents) {
    this.#target = target;
    this.#limits = bounds;
    this.#events = events;
    this.#socket = this.#open();
    this.#within(bounds.connectMs, 'timed_out');
    this.#socket.setNoDelay(true);
    this.#socket.once(target.address.isSecure ? 'secureConnect' : 'connect', () => this.#greet());
    this.#socket.on('data', (bytes) => this.#onBytes(bytes));
    this.#socket.on('drain', () => this.#onDrain());
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#onError(error));
    this.#socket.on('end', () => this.#onEnd());
    this.#socket.on('close', () => this.#onEnd());
  }

  #open(): Socket {
    const { address, ips } = this.#target;
    const { host, port } = address;
    // The name is asked for no second time: between two answers it could lead somewhere else.
    const known: LookupFunction = (_host, _options, found) =>
      found(
        null,
        ips.map((ip) => ({ address: ip, family: isIP(ip) })),
      );
    const where = { host, port, lookup: known, autoSelectFamily: true };
    if (!address.isSecure) return connect(where);
    const { ca } = this.#limits;
    return connectSecurely({
      ...where,
      rejectUnauthorized: true,
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca ? { ca } : {}),
    });
  }

  /** May more be sent? */
  get hasRoom(): boolean {
    return this.#stage === 'publishing' && !this.#isBlocked;
  }

  /** Sends a piece of the show; false: wait for `drained` before the next. */
  send(part: MediaPart): boolean {
    if (this.#stage === 'publishing') this.#write(mediaMessage(part, this.#streamId));
    return this.hasRoom;
  }

  /** Takes leave as an encoder does, and hangs up. */
  close(): void {
    if (this.#stage === 'over') return;
    if (this.hasRoom) {
      const { key } = this.#target;
      const cut = { chunkSize: chunkSizes.later };
      this.#write(commandMessage(0, cut, ['FCUnpublish', 6, null, key]));
      this.#write(commandMessage(0, cut, ['deleteStream', 7, null, this.#streamId]));
    }
    this.#end();
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), 1_000).unref();
  }

  #end(): void {
    this.#stage = 'over';
    this.#reader.hold();
    this.#unsent = [];
    if (this.#timer) clearTimeout(this.#timer);
  }

  #fail(code: OutputFault['code'], said = ''): void {
    if (this.#stage === 'over') return;
    this.#end();
    this.#socket.destroy();
    this.#events.failed({ code, said });
  }

  /** Unless something else is waited for by then, that is the end. */
  #within(ms: number, code: OutputFault['code'] | null): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = code && setTimeout(() => this.#fail(code), ms);
  }

  #onError(error: NodeJS.ErrnoException): void {
    const { code = '' } = error;
    if (this.#stage !== 'connecting') this.#onEnd();
    else if (/CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO/.test(code)) this.#fail('certificate', code);
    else if (code === 'ETIMEDOUT') this.#fail('timed_out');
    else this.#fail(/^ERR_SSL|EPROTO/.test(code) ? 'not_rtmp' : 'unreachable');
  }

  /** Whoever hangs up when we have said who we are and what our key is thinks nothing of it. */
  #onEnd(): void {
    const isKnown = this.#stage === 'commands' || this.#stage === 'asked';
    const before = this.#stage === 'connecting' ? 'unreachable' : 'lost';
    this.#fail(isKnown ? 'hung_up' : before, this.#lastWords);
  }

  #greet(): void {
    if (this.#stage !== 'connecting') return;
    this.#stage = 'greeting';
    this.#within(this.#limits.connectMs, 'timed_out');
    const rest = randomBytes(handshakeSize - 8);
    this.#write(Buffer.concat([Buffer.from([3]), Buffer.alloc(8), rest]));
  }

  #onBytes(bytes: Buffer): void {
    if (this.#stage === 'over') return;
    this.#received += bytes.length;
    try {
      if (this.#stage === 'greeting') this.#readGreeting(bytes);
      else this.#reader.push(bytes);
    } catch {
      this.#fail('not_rtmp');
      return;
    }
    if (this.#received - this.#acknowledged < this.#peerWindow) return;
    this.#acknowledged = this.#received;
    this.#reply(acknowledgement(this.#received));
  }

  #readGreeting(bytes: Buffer): void {
    this.#greeting = Buffer.concat([this.#greeting, bytes]);
    const whole = 1 + 2 * handshakeSize;
    if (this.#greeting[0] !== 3) throw new Error('another protocol');
    if (this.#greeting.length > whole + longestReply) throw new Error('too much at once');
    if (this.#greeting.length < whole) return;
    const rest = this.#greeting.subarray(whole);
    this.#write(Buffer.from(this.#greeting.subarray(1, 1 + handshakeSize)));
    this.#greeting = Buffer.alloc(0);
    this.#stage = 'commands';
    this.#write(connectMessage(this.#target.address, this.#target.isEnhanced));
    this.#reader.push(rest);
  }

  #onMessage(message: RtmpMessage): void {
    if (readOnAs(message, this.#reader)) return;
    const { type, body } = message;
    switch (type) {
      case messageType.windowSize:
        this.#peerWindow = Math.max(1_024, body.readUInt32BE(0));
        break;
      case messageType.peerBandwidth:
        this.#reply(windowSize(body.readUInt32BE(0)));
        break;
      case messageType.userControl:
        this.#onUserControl(body);
        break;
      case messageType.commandAmf0:
      case messageType.commandAmf3:
        this.#onCommand(commandIn(message));
        break;
    }
  }

  #onUserControl(body: Buffer): void {
    const answer = pong(body);
    if (answer) this.#reply(answer);
  }

  #onCommand([name, id, ...answers]: AmfValue[]): void {
    if (name === 'onStatus') this.#onStatus(answers);
    else if (name === '_result' && id === transaction.connect) this.#onConnected(answers);
    else if (name === '_result' && id === transaction.createStream) this.#onStream(answers[1]);
    // Servers that do not know releaseStream or FCPublish say so; that does no harm.
    else if (name === '_error' && id !== transaction.release && id !== transaction.announce) {
      this.#fail('refused', wordsOf(answers));
    }
  }

  #onConnected(answers: AmfValue[]): void {
    if (this.#stage !== 'commands') return;
    const { key } = this.#target;
    const cut = { chunkSize: chunkSizes.later };
    this.codecs = codecsOf(answers);
    this.#write(
      Buffer.concat([
        setChunkSize(),
        commandMessage(0, cut, ['releaseStream', transaction.release, null, key]),
        commandMessage(0, cut, ['FCPublish', transaction.announce, null, key]),
        commandMessage(0, cut, ['createStream', transaction.createStream, null]),
      ]),
    );
  }

  #onStream(id: AmfValue): void {
    if (this.#stage !== 'commands' || typeof id !== 'number') return;
    this.#stage = 'asked';
    this.#streamId = id;
    const publish = ['publish', transaction.publish, null, this.#target.key, 'live'];
    this.#write(commandMessage(id, { chunkSize: chunkSizes.later }, publish));
  }

  #onStatus(answers: AmfValue[]): void {
    const info = infoOf(answers);
    this.#lastWords = wordsOf(answers);
    if (info.level === 'error') {
      this.#fail('refused', this.#lastWords);
    } else if (info.code === 'NetStream.Publish.Start' && this.#stage === 'asked') {
      this.#lastWords = '';
      this.#stage = 'publishing';
      this.#within(0, null);
      this.#events.ready();
    }
  }

  /** A far side that asks without reading gets no answer: none of it is kept. */
  #reply(bytes: Buffer): void {
    if (this.#unsent.length < mostSlices) this.#write(bytes);
  }

  /** In slices, so that a slow line that moves is told from one that stands still. */
  #write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      this.#unsent.push(bytes.subarray(at, at + sliceBytes));
    }
    this.#flush();
  }

  #flush(): void {
    while (!this.#isBlocked) {
      const slice = this.#unsent.shift();
      if (!slice) return;
      if (this.#socket.write(slice)) continue;
      this.#isBlocked = true;
      if (this.#stage === 'publishing') this.#within(this.#limits.stallMs, 'stalled');
    }
  }

  #onDrain(): void {
    if (this.#stage === 'over') return;
    this.#isBlocked = false;
    if (this.#stage === 'publishing') this.#within(0, null);
    this.#flush();
    if (this.hasRoom) this.#events.drained();
  }
}

function infoOf(answers: AmfValue[]): Record<string, AmfValue> {
  const info = answers.find(
    (one): one is Record<string, AmfValue> =>
      typeof one === 'object' && one !== null && !Array.isArray(one) && 'code' in one,
  );
  return info ?? {};
}

/** The words of a far server, or its code where it has none. */
function wordsOf(answers: AmfValue[]): string {
  const { description, code } = infoOf(answers);
  const words = [description, code].find((one) => typeof one === 'string' && one !== '');
  return typeof words === 'string' ? words : '';
}
