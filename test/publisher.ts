import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AmfValue } from '#server/live/engine/amf0.ts';
import { encodeAmf } from '#server/live/engine/amf0.ts';
import { encodeChunks } from '#server/live/engine/rtmp-chunks.ts';
import type { CodedFrame, CodedMedia } from './coded-media.ts';
import { rtmpBytes } from './encoder.ts';

const chunkSize = 60_000;
const packet = { start: 0, frames: 1, framesX: 3 };

/** A small publisher that speaks Enhanced RTMP, which the encoders of Debian do not yet. */
export class Publisher {
  #socket: Socket;
  #heard: Buffer = Buffer.alloc(0);
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#heard = Buffer.concat([this.#heard, bytes]);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isClosed = true;
    });
  }

  /** Connects and asks to publish; what the server answers is in `heard`. */
  static async open(port: number, key: string, asked: { [name: string]: AmfValue } = {}) {
    const socket = connect({ port, host: '127.0.0.1' });
    const publisher = new Publisher(socket);
    const options = { app: 'live', tcUrl: 'rtmp://x/live', ...asked };
    socket.write(
      Buffer.concat([
        rtmpBytes.greeting(),
        rtmpBytes.reply(),
        rtmpBytes.command('connect', 1, options),
        rtmpBytes.publish(key),
      ]),
    );
    await publisher.hear('NetStream.Publish');
    const size = Buffer.alloc(4);
    size.writeUInt32BE(chunkSize);
    socket.write(rtmpBytes.message(1, size));
    return publisher;
  }

  /** Everything the server has said, its handshake included. */
  get heard(): Buffer {
    return this.#heard;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Waits until the server has said it; throws when it hangs up before. */
  async hear(text: string): Promise<void> {
    while (!this.#heard.includes(text)) {
      if (this.#isClosed) throw new Error(`the server hung up without ${text}`);
      await Promise.race([once(this.#socket, 'data'), once(this.#socket, 'close')]);
    }
  }

  /** Waits until the server has hung up. */
  async end(): Promise<void> {
    if (!this.#isClosed) await once(this.#socket, 'close');
  }

  async send(kind: 'video' | 'audio' | 'script', body: Buffer, timestamp = 0): Promise<void> {
    if (this.#isClosed) return;
    const type = { audio: 8, video: 9, script: 18 }[kind];
    const message = { type, streamId: 1, timestamp, body };
    const isTaken = this.#socket.write(encodeChunks(message, { chunkStreamId: 6, chunkSize }));
    if (!isTaken) await Promise.race([once(this.#socket, 'drain'), once(this.#socket, 'close')]);
  }

  /** Sends what a decoder must know first. */
  async describe({ video, audio }: CodedMedia): Promise<void> {
    await this.send('script', encodeAmf('@setDataFrame', 'onMetaData', { encoder: 'test' }));
    if (video) await this.send('video', videoTag(video.fourCc, 'start', null, video.config));
    if (audio?.config.length) await this.send('audio', soundTag(audio.fourCc, 0, audio.config));
  }

  /** Sends the frames of that stretch of time as fast as they are taken. */
  async play(media: CodedMedia, fromMs: number, toMs: number): Promise<void> {
    const wanted = media.frames.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    for (const [index, frame] of wanted.entries()) {
      const track = media[frame.kind];
      if (!track) continue;
      const body = frameTag(track.fourCc, frame);
      // Modifiers stand in front of some, as in what newer encoders send.
      const isModified = index % 5 === 0;
      await this.send(frame.kind, isModified ? modified(body) : body, Math.round(frame.atMs));
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}

function frameTag(fourCc: string, frame: CodedFrame): Buffer {
  if (frame.kind === 'audio') return soundTag(fourCc, packet.frames, frame.bytes);
  return videoTag(fourCc, frame.isKeyframe ? 'key' : 'between', frame.shiftMs, frame.bytes);
}

/** An ExVideoTagHeader with its body; frames that are shown when decoded say so in the short way. */
export function videoTag(
  fourCc: string,
  what: 'start' | 'key' | 'between',
  shiftMs: number | null,
  bytes: Buffer,
): Buffer {
  const hasShift = ['hvc1', 'avc1'].includes(fourCc) && what !== 'start';
  const isShort = hasShift && !shiftMs;
  const kind = what === 'start' ? packet.start : isShort ? packet.framesX : packet.frames;
  const first = 0x80 | ((what === 'between' ? 2 : 1) << 4) | kind;
  const shift = Buffer.alloc(hasShift && !isShort ? 3 : 0);
  if (shift.length > 0) shift.writeIntBE(Math.round(shiftMs ?? 0), 0, 3);
  return Buffer.concat([Buffer.from([first]), Buffer.from(fourCc, 'latin1'), shift, bytes]);
}

export function soundTag(fourCc: string, kind: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x90 | kind]), Buffer.from(fourCc, 'latin1'), bytes]);
}

/** The same tag with an offset in nanoseconds put in front (ModEx of type 0, three bytes). */
export function modified(body: Buffer): Buffer {
  const first = body[0] ?? 0;
  const offset = Buffer.from([2, 0x01, 0x02, 0x03, first & 0x0f]);
  return Buffer.concat([Buffer.from([(first & 0xf0) | 7]), offset, body.subarray(1)]);
}
