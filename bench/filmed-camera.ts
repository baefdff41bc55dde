import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockFilm } from '#test/clock-camera.ts';
import { Publisher } from '#test/publisher.ts';

/** Whole pictures, whole frames of AAC at 48 kHz (1024 samples) and whole keyframe distances. */
export const loopMs = 16_000;

type Tag = { kind: 'video' | 'audio'; atMs: number; body: Buffer; isHead: boolean };

/**
 * Sixteen seconds of 1920 × 1080 as OBS would send them (4 Mbit/s, a keyframe every two seconds, a
 * picture that moves), encoded beforehand: an organizer's encoder runs on another machine, and must
 * not take the processor from what is measured. Each picture carries how late in the loop it comes.
 */
export async function filmClock(): Promise<Tag[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platea-film-'));
  const path = join(folder, 'clock.flv');
  await clockFilm(path, loopMs / 1000, encoding);
  const tags = tagsOf(readFileSync(path));
  rmSync(folder, { recursive: true, force: true });
  return tags;
}

const encoding = [
  ...['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=25'],
  ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
  ...['-filter_complex', '[0:v]crop=640:80:0:0,scale=1920:240:flags=neighbor[c];[1:v][c]overlay'],
  ...['-t', String(loopMs / 1000), '-c:v', 'libx264', '-preset', 'veryfast', '-bf', '0'],
  ...['-pix_fmt', 'yuv420p', '-g', '50', '-keyint_min', '50', '-sc_threshold', '0'],
  ...['-b:v', '4M', '-maxrate', '4M', '-bufsize', '4M', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
];

/** The tags of an FLV file, as they are sent by RTMP. */
function tagsOf(flv: Buffer): Tag[] {
  const tags: Tag[] = [];
  for (let at = 13; at + 11 < flv.length; ) {
    const type = flv.readUInt8(at);
    const length = flv.readUIntBE(at + 1, 3);
    const atMs = flv.readUIntBE(at + 4, 3);
    const body = flv.subarray(at + 11, at + 11 + length);
    const isHead = body[1] === 0;
    // The end of the sequence would be the end of the show.
    const isEnd = type === 9 && body[1] === 2;
    if ((type === 8 || type === 9) && !isEnd)
      tags.push({ kind: type === 9 ? 'video' : 'audio', atMs, body, isHead });
    at += 11 + length + 4;
  }
  return tags;
}

export type Door = { port: number; key: string };
export type FilmedCamera = { startedAt: number; stop: () => Promise<void> };

/** Sends the film again and again, each frame at its time; `startedAt` is the instant of the first. */
export async function sendFilm(tags: readonly Tag[], { port, key }: Door): Promise<FilmedCamera> {
  const publisher = await Publisher.open(port, key);
  for (const { kind, body, isHead } of tags) if (isHead) await publisher.send(kind, body);
  const media = tags.filter(({ isHead, atMs }) => !isHead && atMs < loopMs);
  const startedAt = Date.now();
  const from = performance.now();
  let next = 0;
  const timer = setInterval(() => {
    for (;;) {
      const tag = media[next % media.length];
      if (!tag) return;
      const atMs = tag.atMs + Math.floor(next / media.length) * loopMs;
      if (atMs > performance.now() - from) return;
      next += 1;
      void publisher.send(tag.kind, tag.body, atMs);
    }
  }, 5);
  return {
    startedAt,
    stop: async () => {
      clearInterval(timer);
      publisher.close();
    },
  };
}
