import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { encodeAmf } from '#server/live/engine/amf0.ts';
import { encodeChunks } from '#server/live/engine/rtmp-chunks.ts';

export type EncoderOptions = {
  size?: string;
  rate?: number;
  /** Frames between keyframes. */
  keyframes?: number;
  seconds?: number;
  audio?: 'aac' | 'mono' | 'none';
  video?: boolean;
  /** As OBS sends them: no zero latency, pictures that lean on later ones. */
  bFrames?: boolean;
  /** How many seconds of the show pass in one. */
  speed?: number;
  more?: string[];
};

export type Encoder = {
  process: ChildProcess;
  /** Resolves with what ffmpeg said, once it has gone. */
  gone: Promise<{ code: number | null; said: string }>;
  /** Ends as an encoder does whose plug is pulled. */
  kill(): void;
  /** Ends as an encoder does when told to. */
  stop(): void;
};

/** A real encoder: ffmpeg with a moving picture and a tone, in real time. */
export function startEncoder(url: string, options: EncoderOptions = {}): Encoder {
  const child = spawn('ffmpeg', encoderArguments(url, options), {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const gone = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return {
    process: child,
    gone,
    kill: () => void child.kill('SIGKILL'),
    stop: () => void child.kill('SIGINT'),
  };
}

function encoderArguments(url: string, options: EncoderOptions): string[] {
  const { size = '640x360', rate = 25, keyframes = 25, audio = 'aac', video = true } = options;
  const pace = ['-readrate', String(options.speed ?? 1)];
  const picture = [...pace, '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`];
  const tone = [...pace, '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
  const channels = audio === 'mono' ? '1' : '2';
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error'],
    ...(video ? picture : []),
    ...(audio === 'none' ? [] : tone),
    ...(options.seconds ? ['-t', String(options.seconds)] : []),
    ...(video
      ? [
          ...['-c:v', 'libx264', '-preset', options.bFrames ? 'veryfast' : 'ultrafast'],
          ...(options.bFrames ? ['-bf', '2'] : ['-tune', 'zerolatency']),
          ...['-pix_fmt', 'yuv420p', '-g', String(keyframes), '-keyint_min', String(keyframes)],
          ...['-sc_threshold', '0', '-b:v', '800k'],
        ]
      : []),
    ...(audio === 'none' ? [] : ['-c:a', 'aac', '-b:a', '96k', '-ac', channels]),
    ...(options.more ?? []),
    ...['-f', 'flv', url],
  ];
}

/** Bytes of a well-formed publisher, in the order in which they are sent. */
export const rtmpBytes = {
  greeting: (): Buffer => Buffer.concat([Buffer.from([3]), Buffer.alloc(1536, 7)]),
  reply: (): Buffer => Buffer.alloc(1536, 9),
  command: (...values: Parameters<typeof encodeAmf>): Buffer =>
    rtmpBytes.message(20, encodeAmf(...values)),
  connect: (app = 'live'): Buffer =>
    rtmpBytes.command('connect', 1, { app, tcUrl: `rtmp://x/${app}` }),
  publish: (key: string): Buffer =>
    Buffer.concat([
      rtmpBytes.command('createStream', 2, null),
      rtmpBytes.command('publish', 3, null, key, 'live'),
    ]),
  message: (type: number, body: Buffer, timestamp = 0): Buffer =>
    encodeChunks({ type, streamId: 1, timestamp, body }, { chunkStreamId: 4, chunkSize: 128 }),
};

/**
 * Sends bytes to a port and answers everything that came back until the other side hung up, the
 * time was over, or the answer held a text that was waited for.
 */
export async function sendRaw(
  port: number,
  bytes: Buffer,
  waitMs = 2_000,
  until?: string,
): Promise<Buffer> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  return collect(socket, bytes, { waitMs, until });
}

function collect(
  socket: Socket,
  bytes: Buffer,
  { waitMs, until }: { waitMs: number; until: string | undefined },
): Promise<Buffer> {
  return new Promise((resolve) => {
    const answer: Buffer[] = [];
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(answer));
    };
    const timer = setTimeout(done, waitMs);
    socket.on('error', done).on('end', done).on('close', done);
    socket.on('data', (part: Buffer) => {
      answer.push(part);
      if (until && Buffer.concat(answer).includes(until)) done();
    });
    socket.write(bytes);
  });
}
