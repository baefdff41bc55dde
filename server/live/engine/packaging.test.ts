import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import HLS from 'hls-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fragment, FragmentReader, type Head } from './mp4-boxes.ts';
import { mediaPlaylist } from './playlists.ts';
import { Rendition, type Segment } from './rendition.ts';

const run = promisify(execFile);
HLS.setOptions({ strictMode: true });
const rules = { partTarget: 0.334, target: 4, epoch: 0 };
const startsAtMs = 1_800_000_000_000;

let media: { head: Head; fragments: Fragment[] };

/** Ten seconds, 25 frames a second, a keyframe each second, as the transcoder would write them. */
beforeAll(async () => {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'],
      ...['-f', 'lavfi', '-i', 'sine=sample_rate=48000', '-t', '10'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '25', '-sc_threshold', '0'],
      ...['-output_ts_offset', '10', '-avoid_negative_ts', 'disabled'],
      ...['-c:a', 'aac', '-video_track_timescale', '90000', '-use_editlist', '0'],
      ...['-movflags', '+frag_every_frame+empty_moov+default_base_moof+frag_discont'],
      ...['-f', 'mp4', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  media = readAll(stdout);
});

function readAll(bytes: Buffer) {
  const heads: Head[] = [];
  const fragments: Fragment[] = [];
  const reader = new FragmentReader(
    (head) => heads.push(head),
    (fragment) => fragments.push(fragment),
  );
  // In odd pieces, as a pipe delivers them.
  for (let at = 0; at < bytes.length; at += 7_919) reader.push(bytes.subarray(at, at + 7_919));
  const [head] = heads;
  if (!head) throw new Error('no head');
  return { head, fragments };
}

function aRendition(name = '180p') {
  const closed: Segment[] = [];
  const start = { rules, nextSequence: 0, isContinued: false };
  const rendition = new Rendition(name, start, { segmentClosed: (_r, one) => closed.push(one) });
  return { rendition, closed };
}

function feed(rendition: Rendition, mapName = 'init-0-1.mp4', from = 0) {
  rendition.beginRun(media.head, { mapName, startsAtMs: startsAtMs + from * 1000, startsAt: 10 });
  for (const fragment of media.fragments) rendition.add(fragment);
}

/** Parsed strictly, without the segment that the parser opens for what is only hinted. */
function parse(text: string) {
  const playlist = HLS.parse(text) as HLS.types.MediaPlaylist;
  const segments = playlist.segments.filter((segment) => segment.uri);
  return Object.assign(playlist, { segments });
}

describe('the fragment reader', () => {
  it('finds the tracks with their codecs and sizes', () => {
    expect(
      media.head.tracks.map(({ kind, width, height, timescale }) => ({
        kind,
        width,
        height,
        timescale,
      })),
    ).toEqual([
      { kind: 'video', width: 320, height: 180, timescale: 90_000 },
      { kind: 'audio', width: 0, height: 0, timescale: 48_000 },
    ]);
    expect(media.head.tracks[0]?.codec).toMatch(/^avc1\.[0-9a-f]{6}$/);
    expect(media.head.tracks[1]?.codec).toBe('mp4a.40.2');
  });

  it('gives one fragment a frame, with its time and whether it is a keyframe', () => {
    const frames = media.fragments.filter((one) => one.track.kind === 'video');
    expect(frames).toHaveLength(250);
    expect(frames.filter((one) => one.isKeyframe)).toHaveLength(10);
    expect(frames.map((one) => one.decodeAt)).toEqual(frames.map((_, index) => (250 + index) / 25));
  });
});

describe('a rendition', () => {
  it('cuts segments of two seconds on keyframes', () => {
    const { rendition, closed } = aRendition();
    feed(rendition);
    rendition.endRun();
    expect(closed.map((segment) => segment.seconds.toFixed(6))).toEqual(Array(5).fill('2.000000'));
    expect(closed.map((segment) => segment.startsAtMs - startsAtMs)).toEqual([
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

  it('loses no byte: parts make segments, segments make the stream', () => {
    const { rendition, closed } = aRendition();
    feed(rendition);
    rendition.endRun();
    const sent = Buffer.concat(media.fragments.map((fragment) => fragment.bytes));
    const kept = Buffer.concat(closed.map((segment) => segment.bytes ?? Buffer.alloc(0)));
    expect(kept.length).toBe(sent.length);
    for (const { bytes, parts } of closed) {
      expect(Buffer.concat(parts.map((part) => part.bytes)).equals(bytes ?? Buffer.alloc(0))).toBe(
        true,
      );
    }
  });

  it('drops frames before the first keyframe', () => {
    const { rendition, closed } = aRendition();
    rendition.beginRun(media.head, { mapName: 'init-0-1.mp4', startsAtMs, startsAt: 10 });
    for (const fragment of media.fragments.slice(3)) rendition.add(fragment);
    rendition.endRun();
    expect(closed[0]?.startsAtMs).toBe(startsAtMs + 1_000);
    expect(closed[0]?.parts[0]?.isIndependent).toBe(true);
  });

  it('cuts a segment without a keyframe before it outgrows the target', () => {
    const { rendition, closed } = aRendition();
    rendition.beginRun(media.head, { mapName: 'init-0-1.mp4', startsAtMs, startsAt: 10 });
    for (const fragment of media.fragments) {
      const isSound = fragment.track.kind === 'audio';
      rendition.add({ ...fragment, isKeyframe: isSound || fragment.decodeAt === 10 });
    }
    rendition.endRun();
    expect(Math.max(...closed.map((segment) => Math.round(segment.seconds)))).toBe(4);
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
    late.beginRun(media.head, { mapName: 'init-0-1.mp4', startsAtMs, startsAt: 10 });
    for (const fragment of media.fragments.slice(0, 300)) late.add(fragment);
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
