import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { FlvReader } from './flv.ts';
import { type Head, writeHead } from './mp4-boxes.ts';
import { readTag, type Sample, type TrackConfig } from './samples.ts';
import { firstPipe } from './transcoder-arguments.ts';

/** What the slate of a broadcast must fit into: its renditions as players know them. */
export type SlateShape = {
  renditions: readonly { name: string; width: number; height: number }[];
  frameRate: number;
  /** Null: the show has no sound, and neither has its slate. */
  sound: { sampleRate: number; channels: number } | null;
};

/** One turn of the slate in one rendition: pictures that can follow themselves, and a silent frame. */
export type SlateLoop = { head: Head; pictures: Buffer[]; silence: Buffer | null };

/** What is shown while no encoder sends, by the name of the rendition. */
export type Slate = { shape: SlateShape; loops: Map<string, SlateLoop> };

const loopSeconds = 2;
const longestMs = 30_000;

/**
 * Encodes the slate once, at low priority, so that waiting costs nothing: a still of two seconds in
 * each size of the ladder, and a frame of silence. `picture` is a JPEG or PNG; null gives a dark one.
 * Throws when ffmpeg cannot.
 */
export async function makeSlate(shape: SlateShape, picture: Buffer | null): Promise<Slate> {
  const pictured = shape.renditions.filter((one) => one.width > 0);
  const results = pictured.length + (shape.sound ? 1 : 0);
  const made = await encode(slateArguments(shape, picture !== null), results, picture);
  const sound = shape.sound ? made.at(-1) : undefined;
  const loops = shape.renditions.map((one): [string, SlateLoop] => {
    const track = made[pictured.indexOf(one)];
    return [one.name, loopOf(one.width > 0 ? track : undefined, sound)];
  });
  return { shape, loops: new Map(loops) };
}

type Made = { config: TrackConfig | null; samples: Sample[] };

function loopOf(picture: Made | undefined, sound: Made | undefined): SlateLoop {
  const tracks = [picture, sound].flatMap((one) => (one?.config ? [one.config] : []));
  return {
    head: writeHead(tracks),
    pictures: picture?.samples.map(({ bytes }) => bytes) ?? [],
    // The first frames hold what the encoder warms up with; the last one is silence alone.
    silence: sound?.samples.at(-1)?.bytes ?? null,
  };
}

function slateArguments(shape: SlateShape, hasPicture: boolean): string[] {
  const { renditions, frameRate, sound } = shape;
  const pictured = renditions.filter((one) => one.width > 0);
  const largest = pictured[0];
  const frames = Math.max(1, Math.round(frameRate * loopSeconds));
  const still = hasPicture
    ? ['-f', 'image2pipe', '-i', 'pipe:0']
    : ['-f', 'lavfi', '-i', `color=0x14161d:s=${largest?.width}x${largest?.height}:d=0.04`];
  return [
    ...['-hide_banner', '-nostats', '-loglevel', 'error', '-threads', '1'],
    ...(largest ? still : []),
    ...(sound ? silenceInput(sound) : []),
    ...(largest ? ['-filter_complex', filters(pictured, frames, frameRate)] : []),
    ...pictured.flatMap(({ name }, index) => [
      ...['-map', `[${name}]`, '-frames:v', String(frames), '-c:v', 'libx264'],
      ...['-preset', 'veryfast', '-tune', 'stillimage', '-profile:v', 'main', '-bf', '0'],
      ...['-g', String(frames * 2), '-sc_threshold', '0', '-crf', '23', '-threads', '1'],
      ...flvOn(firstPipe + index),
    ]),
    ...(sound ? soundArguments(largest ? 1 : 0, firstPipe + pictured.length) : []),
  ];
}

function silenceInput({ sampleRate, channels }: NonNullable<SlateShape['sound']>): string[] {
  const layout = channels === 1 ? 'mono' : 'stereo';
  return ['-f', 'lavfi', '-i', `anullsrc=r=${sampleRate}:cl=${layout}`];
}

function soundArguments(input: number, pipe: number): string[] {
  const target = ['-map', `${input}:a:0`, '-t', '0.5', '-c:a', 'aac', '-b:a', '64k'];
  return [...target, ...flvOn(pipe)];
}

const flvOn = (pipe: number): string[] => [
  ...['-flvflags', 'no_duration_filesize', '-f', 'flv', `pipe:${pipe}`],
];

/** The picture fills each size; what juts out is cut off. */
function filters(sizes: SlateShape['renditions'], frames: number, rate: number): string {
  const repeated = `loop=loop=${frames}:size=1:start=0,setpts=N/${rate}/TB,fps=${rate}`;
  const names = sizes.map((_size, index) => `[still${index}]`).join('');
  const scaled = sizes.map((size, index) => {
    const [width, height] = [even(size.width), even(size.height)];
    const fill = `scale=${width}:${height}:force_original_aspect_ratio=increase`;
    return `[still${index}]${fill},crop=${width}:${height},setsar=1,format=yuv420p[${size.name}]`;
  });
  return [`[0:v]${repeated},split=${sizes.length}${names}`, ...scaled].join(';');
}

const even = (pixels: number): number => pixels - (pixels % 2);

function encode(args: string[], results: number, picture: Buffer | null): Promise<Made[]> {
  const child = spawn('ffmpeg', args, {
    stdio: ['pipe', 'ignore', 'pipe', ...new Array<'pipe'>(results).fill('pipe')],
    timeout: longestMs,
  });
  // The show comes first; when the system does not allow it, the slate is made all the same.
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {}
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  child.stdin?.on('error', () => undefined).end(picture ?? undefined);
  const made = Array.from({ length: results }, (_, index) =>
    collect(child.stdio[firstPipe + index] as Readable),
  );
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      const isWhole = made.every(({ config, samples }) => config !== null && samples.length > 0);
      if (isWhole) resolve(made);
      else reject(new Error(`the slate could not be made: ${said}`));
    });
  });
}

function collect(pipe: Readable): Made {
  const made: Made = { config: null, samples: [] };
  const reader = new FlvReader((tag) => {
    const read = readTag(tag, tag.timestamp);
    if (read && 'config' in read) made.config = read.config;
    else if (read) made.samples.push(read.sample);
  });
  pipe.on('error', () => undefined);
  pipe.on('data', (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch {
      pipe.destroy();
    }
  });
  return made;
}
