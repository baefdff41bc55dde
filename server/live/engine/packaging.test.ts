import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import HLS from 'hls-parser';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FlvReader } from './flv.ts';
import { type Head, writeHead } from './mp4-boxes.ts';
import { mediaPlaylist } from './playlists.ts';
import { Rendition, type Segment } from './rendition.ts';
import { readTag, type Sample, type TrackConfig } from './samples.ts';

const run = promisify(execFile);
HLS.setOptions({ strictMode: true });
const rules = { partTarget: 0.334, target: 4, epoch: 0 };
const shownFromMs = 1_800_000_000_000;
const clockMs = 10_000;

let media: { head: Head; samples: Sample[] };

/** Ten seconds, 25 frames a second, a keyframe each second, on a clock that begins at ten. */
async function encoded(more: string[] = ['-bf', '0']) {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'],
      ...['-f', 'lavfi', '-i', 'sine=sample_rate=48000', '-t', '10'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-sc_threshold', '0', ...more],
      ...['-output_ts_offset', '10', '-avoid_negative_ts', 'disabled'],
      ...['-c:a', 'aac', '-f', 'flv', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  return readAll(stdout);
}

function readAll(bytes: Buffer) {
  const configs: TrackConfig[] = [];
  const samples: Sample[] = [];
  const reader = new FlvReader((tag) => {
    const read = readTag(tag, tag.timestamp);
    if (read && 'config' in read) configs.push(read.config);
    else if (read) samples.push(read.sample);
  });
  // In odd pieces, as a pipe delivers them.
  for (let at = 0; at < bytes.length; at += 7_919) reader.push(bytes.subarray(at, at + 7_919));
  return { head: writeHead(configs), samples };
}

beforeAll(async () => {
  media = await encoded();
});

function aRendition(name = '180p') {
  const closed: Segment[] = [];
  const start = { rules, sequence: 0, discontinuity: 0, isContinued: false };
  const rendition = new Rendition(name, start, { segmentClosed: (_r, one) => closed.push(one) });
  return { rendition, closed };
}

function feed(rendition: Rendition, mapName = 'init-0-1.mp4', from = 0, what = media) {
  rendition.beginRun(what.head, { mapName, shownFromMs: shownFromMs + from * 1000, clockMs });
  for (const sample of what.samples) rendition.add(sample);
}

type Frame = { media_type: string; pts_time: string };

/** What ffprobe makes of a head and the segments after it, and whether it complained. */
async function probe(head: Head, closed: readonly Segment[]) {
  const folder = await mkdtemp(join(tmpdir(), 'platea-mp4-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'show.mp4');
  writeFileSync(
    file,
    Buffer.concat([head.bytes, ...closed.map((one) => one.bytes ?? Buffer.alloc(0))]),
  );
  const { stdout, stderr } = await run(
    'ffprobe',
    [
      ...['-v', 'warning', '-show_frames', '-show_entries', 'frame=media_type,pts_time'],
      ...['-of', 'json', file],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { frames } = JSON.parse(stdout) as { frames: Frame[] };
  const times = (kind: string) =>
    frames.filter((frame) => frame.media_type === kind).map((frame) => Number(frame.pts_time));
  return { complaints: stderr, video: times('video'), audio: times('audio') };
}

/** Parsed strictly, without the segment that the parser opens for what is only hinted. */
function parse(text: string) {
  const playlist = HLS.parse(text) as HLS.types.MediaPlaylist;
  const segments = playlist.segments.filter((segment) => segment.uri);
  return Object.assign(playlist, { segments });
}

describe('a head and its fragments', () => {
  it('name codecs and sizes', () => {
    expect(media.head.tracks).toMatchObject([
      {
        kind: 'video',
        width: 320,
        height: 180,
        codec: expect.stringMatching(/^avc1\.[0-9a-f]{6}$/),
      },
      { kind: 'audio', sampleRate: 48_000, channels: 1, codec: 'mp4a.40.2' },
    ]);
  });

  it.each([
    ['without', ['-bf', '0']],
    ['with', ['-bf', '2']],
  ])('%s B-frames are read by ffprobe: every frame, evenly spaced', async (_what, more) => {
    const what = await encoded(more);
    const { rendition, closed } = aRendition();
    feed(rendition, 'init-0-1.mp4', 0, what);
    rendition.endRun();
    const { complaints, video, audio } = await probe(what.head, closed);
    expect(complaints).toBe('');
    expect(video).toHaveLength(250);
    const gaps = video.slice(1).map((at, index) => at - (video[index] ?? 0));
    expect(Math.max(...gaps.map((gap) => Math.abs(gap - 0.04)))).toBeLessThan(0.0011);
    const sounds = audio.slice(1).map((at, index) => at - (audio[index] ?? 0));
    expect(Math.max(...sounds.map((gap) => Math.abs(gap - 1024 / 48_000)))).toBeLessThan(0.00003);
    expect(audio.length).toBeGreaterThanOrEqual(465);
    expect(Math.abs((audio[0] ?? 0) - (video[0] ?? 0))).toBeLessThan(0.08);
  });
});

describe('a rendition', () => {
  it('cuts segments of two seconds on keyframes', () => {
    const { rendition, closed } = aRendition();
    feed(rendition);
    rendition.endRun();
    expect(closed.map((segment) => segment.seconds.toFixed(6))).toEqual(Array(5).fill('2.000000'));
    expect(closed.map((segment) => segment.startsAtMs - shownFromMs)).toEqual([
      0, 2_000, 4_000, 6_000, 8_000,
    ]);
  });

  it('fills parts to 85 to 100 % of their target, but for the last of a segment', () => {
    const { rendition, closed } = aRendition();
    feed(rendition);
    rendition.endRun();
    for (const { parts, seconds } of closed) {
      for (const part of parts.slice(0, -1)) {
        expect(part.seconds).toBeLessThanOrEqual(rules.partTarget + 1e-9);
        expect(part.seconds).toBeGreaterThanOrEqual(rules.partTarget * 0.85);
      }
      const sum = parts.reduce((total, part) => total + part.seconds, 0);
      expect(sum).toBeCloseTo(seconds, 6);
      expect(parts[0]?.isIndependent).toBe(true);
    }
  });

  it('makes segments of the very bytes of their parts', () => {
    const { rendition, closed } = aRendition();
    feed(rendition);
    rendition.endRun();
    for (const { bytes, parts } of closed) {
      const together = Buffer.concat(parts.map((part) => part.bytes));
      expect(together.equals(bytes ?? Buffer.alloc(0))).toBe(true);
    }
  });

  it('keeps no more than some seconds of sound that waits for a picture', () => {
    const { rendition } = aRendition();
    feed(rendition);
    const second = media.samples.filter(({ kind }) => kind === 'audio').slice(0, 47);
    const bytes = second.reduce((sum, sample) => sum + sample.bytes.length, 0);
    for (let at = 20; at < 620; at += 1) {
      second.forEach((sample, index) => {
        const decodeMs = at * 1_000 + index * (1024 / 48);
        rendition.add({ ...sample, decodeMs, presentMs: decodeMs });
      });
    }
    expect(rendition.waitingBytes).toBeGreaterThan(10 * bytes);
    expect(rendition.waitingBytes).toBeLessThan(17 * bytes);
    // Large tags are bounded by what they weigh.
    const heavy = { kind: 'audio', isKeyframe: true, bytes: Buffer.alloc(1_000_000) } as const;
    for (let at = 0; at < 50; at += 1) {
      const decodeMs = 700_000 + at * 22;
      rendition.add({ ...heavy, decodeMs, presentMs: decodeMs });
    }
    expect(rendition.waitingBytes).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  it('drops frames before the first keyframe', () => {
    const { rendition, closed } = aRendition();
    rendition.beginRun(media.head, { mapName: 'init-0-1.mp4', shownFromMs, clockMs });
    for (const sample of media.samples.slice(3)) rendition.add(sample);
    rendition.endRun();
    expect(closed[0]?.startsAtMs).toBe(shownFromMs + 1_000);
    expect(closed[0]?.parts[0]?.isIndependent).toBe(true);
  });

  it('cuts a segment without a keyframe before it outgrows the target', () => {
    const { rendition, closed } = aRendition();
    rendition.beginRun(media.head, { mapName: 'init-0-1.mp4', shownFromMs, clockMs });
    for (const sample of media.samples) {
      const isSound = sample.kind === 'audio';
      rendition.add({ ...sample, isKeyframe: isSound || sample.decodeMs === clockMs });
    }
    rendition.endRun();
    expect(Math.max(...closed.map((segment) => Math.round(segment.seconds)))).toBe(4);
  });

  it('takes no picture that would be shown long before or after it is decoded', () => {
    const pictureAt = (shift: number) => {
      const body = Buffer.from([0x17, 1, 0, 0, 0, 0]);
      body.writeIntBE(shift, 2, 3);
      return readTag({ kind: 'video', timestamp: 0, body }, 0);
    };
    expect([10_001, -10_001].map(pictureAt)).toEqual([null, null]);
    expect(pictureAt(-10_000)).toMatchObject({ sample: { presentMs: -10_000 } });
  });

  it('goes on after a change of feed with a discontinuity and the next number', () => {
    const { rendition, closed } = aRendition();
    feed(rendition);
    rendition.endRun();
    feed(rendition, 'init-0-2.mp4', 20);
    rendition.endRun();
    expect(closed.map((segment) => segment.sequence)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(closed.filter((segment) => segment.isDiscontinuous).map((one) => one.sequence)).toEqual([
      5,
    ]);
    const playlist = parse(mediaPlaylist(rendition, [], { skip: false }));
    expect(playlist.segments.map((segment) => segment.discontinuity === true)).toEqual(
      Array.from({ length: 10 }, (_, index) => index === 5),
    );
    expect(playlist.segments[5]?.map?.uri).toBe('init-0-2.mp4');
  });
});

describe('a live playlist', () => {
  it('can be read by a strict parser and says what low latency needs', () => {
    const { rendition } = aRendition();
    const { rendition: other } = aRendition('90p');
    feed(rendition);
    feed(other);
    const playlist = parse(mediaPlaylist(rendition, [other], { skip: false }));
    expect(playlist.targetDuration).toBe(4);
    expect(playlist.partTargetDuration).toBe(0.334);
    expect(playlist.lowLatencyCompatibility).toEqual({
      canBlockReload: true,
      canSkipUntil: 24,
      holdBack: undefined,
      partHoldBack: 1.002,
    });
    expect(playlist.renditionReports).toEqual([
      expect.objectContaining({ uri: '../90p/index.m3u8', lastMSN: 4, lastPart: 5 }),
    ]);
    expect(playlist.endlist).toBe(false);
    expect(mediaPlaylist(rendition, [], { skip: false })).toContain(
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-0-4-6.m4s"',
    );
  });

  it('keeps its targets over the whole broadcast and never rounds a segment above them', () => {
    const { rendition } = aRendition();
    for (let run = 1; run <= 12; run += 1) {
      feed(rendition, `init-0-${run}.mp4`, run * 10);
      const playlist = parse(mediaPlaylist(rendition, [], { skip: false }));
      expect([playlist.targetDuration, playlist.partTargetDuration]).toEqual([4, 0.334]);
      for (const segment of playlist.segments) {
        expect(Math.round(segment.duration)).toBeLessThanOrEqual(4);
      }
      rendition.endRun();
    }
  });

  it('slides, counts the discontinuities that left it, and names parts only near the edge', () => {
    const { rendition } = aRendition();
    for (let run = 1; run <= 8; run += 1) {
      feed(rendition, `init-0-${run}.mp4`, run * 10);
      rendition.endRun();
    }
    const text = mediaPlaylist(rendition, [], { skip: false });
    const playlist = parse(text);
    const seconds = playlist.segments.reduce((sum, segment) => sum + segment.duration, 0);
    expect(seconds).toBeCloseTo(40, 6);
    expect(playlist.mediaSequenceBase).toBe(20);
    expect(playlist.discontinuitySequenceBase).toBe(3);
    const withParts = playlist.segments.filter((segment) => segment.parts.length > 0);
    expect(withParts.map((segment) => segment.mediaSequenceNumber)).toEqual([38, 39]);
  });

  it('holds what has left for as long again, and no longer', () => {
    const { rendition } = aRendition();
    const there = () =>
      Array.from({ length: rendition.nextSequence }, (_, n) => n).filter((n) => rendition.find(n));
    for (let run = 1; run <= 8; run += 1) {
      feed(rendition, `init-0-${run}.mp4`, run * 10);
      rendition.endRun();
    }
    // Forty seconds are in the playlist, forty have left it: segments of two seconds stay for 46.
    expect([rendition.segments[0]?.sequence, there()[0], there().length]).toEqual([20, 0, 40]);
    for (let run = 9; run <= 12; run += 1) {
      feed(rendition, `init-0-${run}.mp4`, run * 10);
      rendition.endRun();
    }
    expect([rendition.segments[0]?.sequence, there()[0], there().length]).toEqual([40, 17, 43]);
    expect(rendition.maps.size).toBe(9);
  });

  it('names in an update no head that applied before it, and a new one where it changes', () => {
    const { rendition } = aRendition();
    for (let run = 1; run <= 4; run += 1) {
      feed(rendition, run < 4 ? 'init-0-1.mp4' : 'init-0-2.mp4', run * 10);
      rendition.endRun();
    }
    const update = mediaPlaylist(rendition, [], { skip: true });
    expect(update).toContain('#EXT-X-SKIP:');
    expect(update.match(/#EXT-X-MAP:.*/g)).toEqual(['#EXT-X-MAP:URI="init-0-2.mp4"']);
  });

  it('reports of a rendition that ends in a gap, which has no part', () => {
    const { rendition } = aRendition();
    const { rendition: other, closed } = aRendition('90p');
    for (const one of [rendition, other]) {
      feed(one);
      one.endRun();
    }
    if (closed[0]) other.addGap(closed[0]);
    expect(mediaPlaylist(rendition, [other], { skip: false })).toContain(
      'RENDITION-REPORT:URI="../90p/index.m3u8",LAST-MSN=5\n',
    );
  });

  it('leaves out in an update what lies more than six targets back', () => {
    const { rendition } = aRendition();
    for (let run = 1; run <= 5; run += 1) {
      feed(rendition, 'init-0-1.mp4', run * 10);
      if (run < 5) rendition.endRun();
    }
    const whole = parse(mediaPlaylist(rendition, [], { skip: false }));
    const update = mediaPlaylist(rendition, [], { skip: true });
    const skipped = Number(/SKIPPED-SEGMENTS=(\d+)/.exec(update)?.[1]);
    const left = update.split('\n').filter((line) => line.startsWith('#EXTINF')).length;
    expect(skipped + left).toBe(whole.segments.filter((segment) => segment.uri).length);
    const kept = whole.segments.slice(skipped).reduce((sum, segment) => sum + segment.duration, 0);
    expect(kept).toBeGreaterThanOrEqual(24 - 1e-6);
    expect(kept).toBeLessThan(24 + 2.5);
  });

  it('ends with ENDLIST, without hints and reports', () => {
    const { rendition } = aRendition();
    feed(rendition);
    rendition.end();
    const text = mediaPlaylist(rendition, [aRendition('90p').rendition], { skip: true });
    expect(parse(text).endlist).toBe(true);
    expect(text).not.toMatch(/PRELOAD-HINT|RENDITION-REPORT|SKIP:/);
  });

  it('marks what only other renditions have as a gap', () => {
    const { rendition: whole, closed } = aRendition();
    const { rendition: late } = aRendition('90p');
    feed(whole);
    whole.endRun();
    late.beginRun(media.head, { mapName: 'init-0-1.mp4', shownFromMs, clockMs });
    for (const sample of media.samples.slice(0, 300)) late.add(sample);
    late.endRun();
    while (late.nextSequence < whole.nextSequence) {
      const like = closed[late.nextSequence];
      if (like) late.addGap(like);
    }
    const playlist = parse(mediaPlaylist(late, [], { skip: false }));
    expect(playlist.segments).toHaveLength(5);
    expect(playlist.segments.at(-1)).toMatchObject({ gap: true, duration: 2 });
  });
});
