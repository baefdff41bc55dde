import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FlvReader } from '#server/live/engine/flv.ts';
import { type Head, writeHead } from '#server/live/engine/mp4-boxes.ts';
import { Recorder } from '#server/live/engine/recorder.ts';
import type { RecordingMeta } from '#server/live/engine/recording.ts';
import { Rendition, type Segment } from '#server/live/engine/rendition.ts';
import { readTag, type Sample, type TrackConfig } from '#server/live/engine/samples.ts';
import type { SegmentSink } from '#server/live/engine/segment-sink.ts';

const run = promisify(execFile);

/** What an encoder sent in one go. */
export type Sent = { head: Head; samples: Sample[] };
export type SentOptions = {
  size?: string;
  rate?: number;
  seconds?: number;
  sound?: string[];
  more?: string[];
};

const made = new Map<string, Promise<Sent>>();

/** A moving picture with a tone from a real encoder, a keyframe each second; made once for each kind. */
export function somethingSent(options: SentOptions = {}): Promise<Sent> {
  const key = JSON.stringify(options);
  const known = made.get(key) ?? encode(options);
  made.set(key, known);
  return known;
}

async function encode({
  size = '320x180',
  rate = 25,
  seconds = 8,
  sound = [],
  more = ['-bf', '0'],
}: SentOptions): Promise<Sent> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`],
      ...['-f', 'lavfi', '-i', 'sine=sample_rate=48000', '-t', String(seconds)],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', String(rate), '-sc_threshold', '0'],
      ...['-output_ts_offset', '10', '-avoid_negative_ts', 'disabled', ...more],
      ...['-c:a', 'aac', ...sound, '-f', 'flv', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  const configs: TrackConfig[] = [];
  const samples: Sample[] = [];
  const reader = new FlvReader((tag) => {
    const read = readTag(tag, tag.timestamp);
    if (read && 'config' in read) configs.push(read.config);
    else if (read) samples.push(read.sample);
  });
  reader.push(stdout);
  return { head: writeHead(configs), samples };
}

const rules = { partTarget: 0.334, target: 4, epoch: 0 };

/** The segments that a rendition makes of runs, one behind the other. */
export function segmentsOfRuns(name: string, runs: readonly Sent[]): Segment[] {
  const closed: Segment[] = [];
  const start = { rules, sequence: 0, discontinuity: 0, isContinued: false };
  const rendition = new Rendition(name, start, { segmentClosed: (_r, one) => closed.push(one) });
  runs.forEach(({ head, samples }, index) => {
    const shownFromMs = 1_800_000_000_000 + index * 60_000;
    rendition.beginRun(head, { mapName: mapName(index), shownFromMs, clockMs: 10_000 });
    for (const sample of samples) rendition.add(sample);
    rendition.endRun();
  });
  return closed;
}

export const mapName = (index: number): string => `init-0-${index + 1}.mp4`;

/** Records runs as a broadcast does, in two renditions of the same picture; answers how many seconds. */
export async function recordRuns(sink: SegmentSink, runs: readonly Sent[]): Promise<number> {
  const names = ['180p', '90p'];
  const recorder = new Recorder(sink, metaOf(names));
  recorder.saveMeta();
  for (const name of names) {
    for (const [index, { head }] of runs.entries()) {
      recorder.saveMap(name, mapName(index), head.bytes);
    }
    for (const segment of segmentsOfRuns(name, runs)) {
      recorder.add(name, segment, `seg-0-${segment.sequence}.m4s`);
    }
  }
  return (await recorder.finish()).seconds;
}

const metaOf = (names: string[]): RecordingMeta => ({
  rungs: names.map((name) => ({ name, shortSide: 180, bandwidth: 700_000 })),
  variants: names.map((name) => ({
    name,
    bandwidth: 700_000,
    codecs: 'avc1.42c00d,mp4a.40.2',
    width: 320,
    height: 180,
    frameRate: 25,
  })),
  target: 4,
  partTarget: 0.334,
  epoch: 0,
  runs: 1,
});
