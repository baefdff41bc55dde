import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Encoder, startEncoder } from '#test/encoder.ts';
import { freePort } from '#test/free-port.ts';
import { startLoneEngine } from '#test/lone-engine.ts';
import type { LiveEngine } from '../live-engine.ts';
import { outputSettings } from './output.ts';
import { OutputSet } from './output-set.ts';

const run = promisify(execFile);
let engine: LiveEngine;
let folder: string;
const notes: string[] = [];
const encoders: Encoder[] = [];
const receivers: { kill(): void }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outputs-'));
  engine = await startLoneEngine({
    // Nothing takes over but where an encoder has gone, however slow a busy machine is to send.
    settings: { handoverMs: 60_000 },
    eventsOf: () => ({ noted: (what) => void notes.push(what) }),
  });
});
afterAll(async () => {
  for (const one of [...encoders, ...receivers]) one.kill();
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

function encode(key: 'main' | 'backup'): Encoder {
  const url = `rtmp://127.0.0.1:${engine.port}/live/show-${key}`;
  const encoder = startEncoder(url, { size: '320x180' });
  encoders.push(encoder);
  return encoder;
}

/** A far server that is not ours: ffmpeg, which takes one encoder and keeps what it sends. */
function receiveByFfmpeg(port: number, name: string) {
  const file = join(folder, name);
  const url = `rtmp://127.0.0.1:${port}/app/instance/the-key`;
  const child = spawn(
    'ffmpeg',
    ['-hide_banner', '-loglevel', 'error', '-listen', '1', '-f', 'flv', '-i', url].concat([
      ...['-c', 'copy', '-flush_packets', '1', '-f', 'flv', '-y', file],
    ]),
    { stdio: ['ignore', 'ignore', 'ignore'] },
  );
  const gone = once(child, 'close');
  const receiver = { file, gone, kill: () => void child.kill('SIGKILL') };
  receivers.push(receiver);
  return receiver;
}

type Packet = { codec_type: string; dts_time: string };

/** What a player makes of a file: its streams, the times of its packets, and every complaint. */
async function read(file: string) {
  const entries = 'stream=codec_name,width,height:packet=codec_type,dts_time';
  const probe = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    entries,
    '-of',
    'json',
    file,
  ]);
  const decoded = await run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-']);
  const { packets, streams } = JSON.parse(probe.stdout) as {
    packets: Packet[];
    streams: { codec_name: string; width?: number; height?: number }[];
  };
  const timesOf = (kind: string) =>
    packets.filter(({ codec_type: type }) => type === kind).map(({ dts_time: at }) => Number(at));
  return { streams, timesOf, complaints: probe.stderr + decoded.stderr };
}

const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

describe('a show that is sent on to a server of others', () => {
  it('arrives whole, also over a change of encoder, and again when that server comes back', async () => {
    const main = encode('main');
    await until(() => expect(engine.find('show')?.state).toBe('live'));
    encode('backup');
    const relay = engine.find('show')?.relay;
    if (!relay) return;
    const port = await freePort();
    const first = receiveByFfmpeg(port, 'first.flv');
    const states: string[] = [];
    const set: OutputSet = new OutputSet({
      relay,
      settings: {
        ...outputSettings({ allowsInside: true, own: { ports: [engine.port], host: '127.0.0.1' } }),
        longestPauseMs: 200,
      },
      changed: () => {
        const state = set.statusOf('one')?.state;
        if (state && state !== states.at(-1)) states.push(state);
      },
    });
    set.carry([{ id: 'one', url: `rtmp://127.0.0.1:${port}/app/instance`, key: 'the-key' }]);
    await until(() => expect(states.at(-1)).toBe('sending'));
    states.splice(0);
    let tags = 0;
    relay.listen({
      began: () => states.push('another feed'),
      take: () => {
        tags += 1;
      },
    });
    await until(() => expect(tags).toBeGreaterThan(70));
    main.kill();
    await until(() => expect(states).toEqual(['another feed']));
    tags = 0;
    await until(() => expect(tags).toBeGreaterThan(140));
    first.kill();
    await first.gone;
    await until(() => expect(states).toContain('retrying'));
    const second = receiveByFfmpeg(port, 'second.flv');
    await until(() => expect(states.at(-1)).toBe('sending'));
    tags = 0;
    await until(() => expect(tags).toBeGreaterThan(140));
    set.close();
    // Told that the show is over, it closes its file by itself.
    expect((await second.gone)[0]).toBe(0);
    for (const { file } of [first, second]) {
      const { streams, timesOf, complaints } = await read(file);
      expect(complaints).toBe('');
      expect(streams).toEqual([
        { codec_name: 'h264', width: 320, height: 180 },
        { codec_name: 'aac' },
      ]);
      for (const kind of ['video', 'audio']) {
        const times = timesOf(kind);
        expect(times.length).toBeGreaterThan(20);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1);
      }
    }
    expect(notes.filter((note) => note !== 'run begins')).toEqual([]);
  });
});
