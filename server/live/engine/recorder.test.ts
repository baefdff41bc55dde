import { describe, expect, it } from 'vitest';
import { LiveBroadcast } from './live-broadcast.ts';
import { Recorder } from './recorder.ts';
import type { RecordingMeta } from './recording.ts';
import type { Segment } from './rendition.ts';
import { memorySink } from './segment-sink.ts';

const meta: RecordingMeta = {
  rungs: [{ name: '360p', shortSide: 360, bandwidth: 700_000 }],
  variants: [],
  target: 4,
  partTarget: 0.334,
  epoch: 0,
  runs: 1,
};

const aSegment = (sequence: number, more: Partial<Segment> = {}): Segment => ({
  sequence,
  seconds: 2,
  startsAtMs: 1_800_000_000_000 + sequence * 2_000,
  isDiscontinuous: false,
  isGap: false,
  isSlate: false,
  isClosed: true,
  mapName: 'init-0-1.mp4',
  parts: [],
  bytes: Buffer.from('pictures'),
  ...more,
});

async function aRecorder(segments: Segment[]) {
  const sink = memorySink();
  const recorder = new Recorder(sink, meta);
  recorder.saveMeta();
  for (const one of segments) recorder.add('360p', one, `seg-0-${one.sequence}.m4s`);
  await recorder.flush();
  return { sink, recorder };
}

describe('a broadcast that another process goes on with', () => {
  it('gets no more files from here: neither its list nor what was still on its way', async () => {
    const { sink, recorder } = await aRecorder([aSegment(0)]);
    const kept = new Map(sink.files);
    recorder.abandon();
    recorder.saveMeta();
    recorder.saveMap('360p', 'init-0-2.mp4', Buffer.from('head'));
    recorder.add('360p', aSegment(1), 'seg-0-1.m4s');
    recorder.noteSlate(aSegment(2, { isSlate: true }));
    await recorder.finish();
    expect(sink.files).toEqual(kept);
    // Without that word it would have written them.
    const other = await aRecorder([aSegment(0)]);
    await other.recorder.finish();
    expect(other.sink.files.size).toBeGreaterThan(kept.size);
  });
});

/** A process that takes the broadcast over and dies; answers with which numbers it began. */
async function aRestart(sink: ReturnType<typeof memorySink>, keeps: Segment[] = []) {
  const nothing = () => undefined;
  const events = { started: nothing, ended: nothing, recorded: nothing, noted: nothing };
  const settings = { ladder: { cores: 2 }, idleCloseMs: 60_000, handoverMs: 1_000 };
  const broadcast = new LiveBroadcast('moved', { sink, settings, events });
  expect(await broadcast.recover({ startedAtMs: 0, silentMs: 0 })).toBe(true);
  const [rendition] = broadcast.renditions;
  await broadcast.suspend();
  // What this process would have kept stands in storage before the next one looks.
  const recorder = await Recorder.recover(sink);
  for (const one of keeps) recorder?.add('360p', one, `seg-${one.sequence}.m4s`);
  await recorder?.flush();
  return {
    epoch: rendition?.rules.epoch,
    sequence: rendition?.nextSequence,
    discontinuity: rendition?.discontinuitySequence,
  };
}

describe('numbers that players trust', () => {
  it('never go back over restarts, also after drops of the encoder', async () => {
    const drops = [aSegment(0), aSegment(1, { isDiscontinuous: true }), aSegment(2)];
    drops.push(aSegment(3, { isDiscontinuous: true }));
    const { sink } = await aRecorder(drops);
    // Players have seen discontinuity 2, and a third one may have been on its way.
    const first = await aRestart(sink, [aSegment(6, { isDiscontinuous: true }), aSegment(7)]);
    expect(first).toEqual({ epoch: 1, sequence: 6, discontinuity: 3 });
    // The first segment of that process was its number 4.
    const second = await aRestart(sink);
    expect(second).toEqual({ epoch: 2, sequence: 10, discontinuity: 5 });
    // The second process kept nothing, yet players may have seen what it began with.
    const third = await aRestart(sink);
    expect(third).toEqual({ epoch: 3, sequence: 12, discontinuity: 6 });
  });
});

/** Storage that is full until it is not. */
function aFullSink() {
  const inside = memorySink();
  const full = { now: false };
  const put = async (name: string, bytes: Buffer) => {
    if (full.now) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    await inside.put(name, bytes);
  };
  return { ...inside, put, full };
}

describe('storage that is full', () => {
  it('costs the segments of that time; the recording goes on, on a clock that has gone on', async () => {
    const sink = aFullSink();
    const recorder = new Recorder(sink, meta);
    recorder.saveMeta();
    recorder.saveMap('360p', 'init-0-1.mp4', Buffer.from('head'));
    const record = async (sequence: number) => {
      recorder.add('360p', aSegment(sequence), `seg-0-${sequence}.m4s`);
      await recorder.flush();
    };
    await record(0);
    sink.full.now = true;
    await record(1);
    await record(2);
    expect(recorder.lost).toBe(2);
    sink.full.now = false;
    await record(3);
    await record(4);
    expect(
      recorder.segments.map(({ sequence, isDiscontinuous, lostSeconds }) => [
        sequence,
        isDiscontinuous,
        lostSeconds,
      ]),
    ).toEqual([
      [0, false, undefined],
      [3, true, 4],
      [4, false, undefined],
    ]);
    const { isComplete, seconds } = await recorder.finish();
    expect([isComplete, seconds]).toEqual([false, 6]);
    // What the process after this one would find.
    expect((await Recorder.recover(sink))?.segments).toEqual(recorder.segments);
  });

  it('has the head of a run later, before anything that needs it counts as recorded', async () => {
    const sink = aFullSink();
    const recorder = new Recorder(sink, meta);
    sink.full.now = true;
    recorder.saveMeta();
    recorder.saveMap('360p', 'init-0-1.mp4', Buffer.from('head'));
    recorder.add('360p', aSegment(0), 'seg-0-0.m4s');
    await recorder.flush();
    sink.full.now = false;
    recorder.add('360p', aSegment(1), 'seg-0-1.m4s');
    await recorder.flush();
    expect(recorder.segments.map(({ sequence }) => sequence)).toEqual([1]);
    expect([...sink.files.keys()].toSorted()).toEqual([
      '360p/init-0-1.mp4',
      '360p/seg-0-1.m4s',
      'index-0.json',
      'meta.json',
    ]);
  });
});

describe('a recording', () => {
  it('keeps the discontinuity of a segment that storage refused', async () => {
    const lost = aSegment(1, { isDiscontinuous: true, bytes: null });
    const { recorder } = await aRecorder([aSegment(0), lost, aSegment(2), aSegment(3)]);
    expect(
      recorder.segments.map(({ sequence, isDiscontinuous }) => [sequence, isDiscontinuous]),
    ).toEqual([
      [0, false],
      [2, true],
      [3, false],
    ]);
  });
});
