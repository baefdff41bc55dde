import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

const width = 640;
const height = 360;
const fps = 25;
const sampleRate = 48_000;
/** The time is written as 44 bits in blocks of 16 × 16 along the top, two rows of 22. */
const block = 16;
const bits = 44;
const perRow = 22;
const left = 100;
const top = 24;

export type CameraOptions = {
  keyframeSeconds?: number;
};

export type Camera = { process: ChildProcess; stop: () => Promise<void> };

/**
 * A camera whose picture is the clock: each frame carries the millisecond at which it was taken, as
 * black and white blocks that survive encoding. ffmpeg streams it with sound, as an encoder would.
 */
export function clockCamera(address: string, options: CameraOptions = {}): Camera {
  const gop = Math.round((options.keyframeSeconds ?? 2) * fps);
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-fflags', 'nobuffer'],
      ...['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`],
      ...['-r', String(fps), '-i', 'pipe:0'],
      // Sound from the same clock: one of ffmpeg's own begins when it gets to it, and pictures wait for it.
      ...['-probesize', '32', '-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:3'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
      ...['-g', String(gop), '-keyint_min', String(gop), '-sc_threshold', '0', '-b:v', '900k'],
      ...['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-f', 'flv', address],
    ],
    { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] },
  );
  const [lens, , , microphone] = ffmpeg.stdio as unknown as [Writable, null, Readable, Writable];
  for (const pipe of [lens, microphone]) pipe.on('error', () => undefined);
  const from = performance.now();
  let taken = 0;
  const timer = setInterval(() => {
    // As many frames as are due: timers are late on a busy machine, a camera is not.
    for (; taken < ((performance.now() - from) / 1000) * fps; taken += 1) {
      if (lens.writableLength > 4_000_000) break;
      lens.write(clockPicture(performance.timeOrigin + performance.now()));
      microphone.write(tone(taken));
    }
  }, 1000 / fps);
  ffmpeg.once('exit', () => clearInterval(timer));
  return {
    process: ffmpeg,
    stop: () =>
      new Promise((done) => {
        clearInterval(timer);
        if (ffmpeg.exitCode !== null || ffmpeg.signalCode !== null) return done();
        ffmpeg.once('exit', () => done());
        ffmpeg.kill('SIGINT');
        lens.end();
        microphone.end();
      }),
  };
}

const plainFilm = [
  ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${sampleRate}`, '-shortest'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', String(fps)],
  ...['-c:a', 'aac', '-b:a', '64k'],
];

/**
 * A film whose picture is its own clock: each frame carries the milliseconds since the first.
 * `encoding`: what ffmpeg is to make of those pictures, its first input.
 */
export async function clockFilm(
  file: string,
  seconds: number,
  encoding: readonly string[] = plainFilm,
): Promise<void> {
  const shape = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`];
  const ffmpeg = spawn(
    'ffmpeg',
    ['-v', 'error', '-y', ...shape, '-r', String(fps), '-i', 'pipe:0', ...encoding, file],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  // Its exit says more than a broken pipe.
  ffmpeg.stdin.on('error', () => undefined);
  const gone = once(ffmpeg, 'exit');
  for (let taken = 0; taken < seconds * fps; taken += 1) {
    const picture = clockPicture((taken * 1000) / fps);
    if (!ffmpeg.stdin.write(picture)) await Promise.race([once(ffmpeg.stdin, 'drain'), gone]);
  }
  ffmpeg.stdin.end();
  const [code] = await gone;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

/** The sound of one frame: 440 Hz, so that it can be heard as well. */
function tone(index: number): Buffer {
  const length = sampleRate / fps;
  const sound = Buffer.alloc(length * 2);
  for (let at = 0; at < length; at += 1) {
    const turn = (2 * Math.PI * 440 * (index * length + at)) / sampleRate;
    sound.writeInt16LE(Math.round(4000 * Math.sin(turn)), at * 2);
  }
  return sound;
}

/** The picture of one instant: 640 × 360 in grey, with the time in blocks along the top. */
function clockPicture(milliseconds: number): Buffer {
  const picture = Buffer.alloc(width * height, 70);
  const time = BigInt(Math.floor(milliseconds));
  for (let bit = 0; bit < bits; bit += 1) {
    const white = (time >> BigInt(bit)) & 1n;
    const x = left + (bit % perRow) * (block + 4);
    const y = top + Math.floor(bit / perRow) * (block + 4);
    for (let row = 0; row < block; row += 1) {
      picture.fill(white ? 235 : 16, (y + row) * width + x, (y + row) * width + x + block);
    }
  }
  return picture;
}

/**
 * For `page.evaluate`: reads the clock out of the first video on the page and answers how many
 * milliseconds ago the picture on the screen was taken; null while there is no picture.
 */
export const readDelay = `(() => {
  const video = document.querySelector('video');
  if (!video || video.readyState < 2 || !video.videoWidth) return null;
  const canvas = document.createElement('canvas');
  canvas.width = ${width}; canvas.height = ${height};
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.drawImage(video, 0, 0, ${width}, ${height});
  let time = 0n;
  for (let bit = 0; bit < ${bits}; bit += 1) {
    const x = ${left} + (bit % ${perRow}) * ${block + 4} + ${block / 2};
    const y = ${top} + Math.floor(bit / ${perRow}) * ${block + 4} + ${block / 2};
    if (pen.getImageData(x, y, 1, 1).data[0] > 125) time |= 1n << BigInt(bit);
  }
  return Date.now() - Number(time);
})()`;
