import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aac,
  folderSink,
  h264,
  makeMedia,
  mediaFolder,
  moving,
  silentReport,
  tone,
  wideLimits,
} from '#test/made-media.ts';
import { encodeAsset, inspectMedia, MediaRefused } from './index.ts';
import { sourceArguments } from './open-source.rules.ts';

const run = promisify(execFile);
const folder = mediaFolder();
const at = (name: string) => join(folder.path, name);

/** Whoever opens a pipe that nobody writes to waits for ever: what comes back has not opened it. */
const trap = at('trap.mp4');
const secret = at('secret.txt');
const secretText = 'the-secret-that-must-not-turn-up;'.repeat(2000);
const asked: string[] = [];
let server: Server;
let elsewhere: string;
let film: Buffer;

beforeAll(async () => {
  server = createServer((request, answer) => {
    asked.push(request.url ?? '');
    answer.end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  execFileSync('mkfifo', [trap]);
  await writeFile(secret, secretText);
  const path = await makeMedia(at('film.mov'), [...moving(), ...tone(), '-t', '2'], h264(), aac());
  film = await readFile(path);
});

afterAll(() => {
  server.close();
  folder.remove();
});

const refusalOf = (path: string): Promise<unknown> =>
  inspectMedia(path, { limits: { seconds: 20 } }).then(
    () => 'taken',
    (error: unknown) => (error instanceof MediaRefused ? error.why : error),
  );

async function written(name: string, content: string | Buffer): Promise<string> {
  await writeFile(at(name), content);
  return at(name);
}

const text = (value: string) => Buffer.from(value, 'latin1');
const box = (type: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + Buffer.concat(content).length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
};
const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);

/** The film with each of its data references replaced, and all boxes around them made to fit. */
function withReference(entry: Buffer, bytes = film): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(from);
    const type = bytes.toString('latin1', from + 4, from + 8);
    const body = bytes.subarray(from + 8, from + size);
    const isWay = ['moov', 'trak', 'mdia', 'minf', 'dinf'].includes(type);
    const count = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);
    if (type === 'dref') parts.push(box('dref', count, entry));
    else
      parts.push(isWay ? box(type, withReference(entry, body)) : bytes.subarray(from, from + size));
    from += size;
  }
  return Buffer.concat(parts);
}

const flags = (value: number) => Buffer.from([0, 0, 0, value]);

/** A Macintosh alias to a file by its whole path, as QuickTime wrote them. */
function aliasTo(path: string): Buffer {
  const padded = path.length % 2 ? `${path}\0` : path;
  const where = Buffer.concat([u16(2), u16(path.length), text(padded), u16(0xffff), u16(0)]);
  const levels = Buffer.concat([u16(1), u16(1)]);
  const body = [Buffer.alloc(10 + 28 + 12 + 64 + 16), levels, Buffer.alloc(16), where];
  return box('alis', flags(0), ...body);
}

describe('files that are no media of ours', () => {
  it.each<[string, (local: string, far: string) => string | Buffer]>([
    ['a playlist of the web', (_, far) => `#EXTM3U\n#EXTINF:2,\n${far}/seg.ts\n#EXT-X-ENDLIST\n`],
    ['a playlist of local files', (local) => `#EXTM3U\n#EXTINF:2,\n${local}\n#EXT-X-ENDLIST\n`],
    [
      'a playlist with a key',
      (_, far) => `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${far}"\n#EXTINF:2,\na\n`,
    ],
    ['a script that joins files', (local) => `ffconcat version 1.0\nfile '${local}'\n`],
    ['a part of a file', (local) => `subfile,,start,0,end,9,,:${local}\n`],
    [
      'a description of a stream',
      (_, far) => `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nu=${far}\nm=video 9 RTP/AVP 96\n`,
    ],
    [
      'a manifest in XML',
      (_, far) =>
        `<?xml version="1.0"?><!DOCTYPE x SYSTEM "${far}/x.dtd"><MPD><BaseURL>${far}/</BaseURL></MPD>`,
    ],
    [
      'a drawing with a picture elsewhere',
      (_, far) => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${far}/x.png"/></svg>`,
    ],
    ['subtitles', (local) => `[Script Info]\nScriptType: v4.00+\n[Fonts]\nfontname: ${local}\n`],
    ['subtitles as SRT', () => '1\n00:00:01,000 --> 00:00:02,000\na\n'],
    ['a list for players', (_, far) => `[playlist]\nFile1=${far}/a.mp3\n`],
    ['a playlist behind a tag of MP3', (_, far) => `ID3\u0004\0\0\0\0\0\0#EXTM3U\n${far}\n`],
    ['an archive', () => Buffer.from('504b0304140000000800', 'hex')],
    ['a still picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['nothing', () => ''],
  ])('%s opens nothing and is refused', async (name, content) => {
    for (const ending of ['mp4', 'mkv', 'mp3']) {
      const path = await written(
        `${name.replaceAll(' ', '-')}.${ending}`,
        content(trap, elsewhere),
      );
      expect(await refusalOf(path)).toBe('not_media');
    }
  });

  it.each<[string, () => string | Buffer]>([
    [
      'MP4',
      () => Buffer.concat([box('ftyp', text('isom\0\0\0\0isom')), text(`#EXTM3U\n${elsewhere}\n`)]),
    ],
    [
      'Matroska',
      () =>
        Buffer.concat([
          Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex'),
          text(`#EXTM3U\n${elsewhere}`),
        ]),
    ],
    ['Ogg', () => `OggS\0#EXTM3U\n${elsewhere}\n`],
    ['FLAC', () => `fLaC#EXTM3U\n${elsewhere}\n`],
    ['WAV', () => `RIFF\0\0\0\0WAVE#EXTM3U\n${elsewhere}\n`],
  ])('a playlist behind the mark of %s is damaged media, no playlist', async (name, content) => {
    const path = await written(`marked-${name}.mp4`, content());
    expect(['damaged', 'no_streams']).toContain(await refusalOf(path));
  });
});

describe('films that point elsewhere', () => {
  it.each<[string, () => Buffer]>([
    ['an address', () => box('url ', flags(0), text(`${elsewhere}/film.mp4\0`))],
    ['a name', () => box('urn ', flags(0), text(`x\0${elsewhere}\0`))],
    ['an alias', () => aliasTo(trap)],
  ])('are refused when their media lie under %s', async (name, entry) => {
    const path = await written(`refers-${name}.mp4`, withReference(entry()));
    expect(await refusalOf(path)).toBe('refers_elsewhere');
  });

  it('are refused when they are a list of other films', async () => {
    const link = box('rdrf', flags(0), text('url \0\0\0\x20'), text(`${elsewhere}/other.mov\0`));
    const movie = box('moov', box('rmra', box('rmda', link)));
    const path = await written(
      'reference.mov',
      Buffer.concat([box('ftyp', text('qt  \0\0\0\0qt  ')), movie]),
    );
    expect(await refusalOf(path)).toBe('refers_elsewhere');
  });

  it('would give nothing away even if an alias were overlooked', async () => {
    const path = await written('alias.mov', withReference(aliasTo(secret)));
    const copy = ['-map', '0:a', '-c', 'copy', '-f', 'data', 'pipe:1'];
    const careless = ['-v', 'quiet', '-enable_drefs', '1', '-use_absolute_path', '1', '-i', path];
    const bytes = { encoding: 'buffer' as const };
    const control = await run('ffmpeg', [...careless, ...copy], bytes).catch((error) => error);
    expect(control.stdout.includes('must-not-turn-up')).toBe(true);
    const careful = ['-v', 'quiet', ...sourceArguments(path, 'mov'), ...copy];
    const ours = await run('ffmpeg', careful, bytes).catch((error) => error);
    expect(ours.stdout.includes('must-not-turn-up')).toBe(false);
  });

  it('are shown without what Matroska calls the film before and after', async () => {
    const path = await makeMedia(at('linked.mkv'), [...moving(), '-t', '2'], h264());
    const bytes = await readFile(path);
    await writeFile(path, linked(bytes, 'trap.mp4'));
    const out = await encoded(path, 'linked');
    expect(out.seconds).toBeCloseTo(2, 1);
  });

  it('are shown without a cover that lies under an address', async () => {
    const url = text(`${elsewhere}/cover.jpg`);
    const frame = Buffer.concat([text('\0-->\0\u0003\0'), url]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(frame.length);
    const tag = Buffer.concat([text('APIC'), size, u16(0), frame]);
    const length = Buffer.from([0, 0, tag.length >> 7, tag.length & 0x7f]);
    const sound = await makeMedia(at('bare.mp3'), tone(), ['-t', '2', '-id3v2_version', '0']);
    const head = Buffer.concat([text('ID3\u0003\0\0'), length, tag]);
    const path = await written('cover.mp3', Buffer.concat([head, await readFile(sound)]));
    expect((await encoded(path, 'cover')).renditions.map(({ name }) => name)).toEqual(['audio']);
  });
});

/** The names of the programs that wrote a Matroska file become links to other files. */
function linked(bytes: Buffer, name: string): Buffer {
  const result = Buffer.from(bytes);
  for (const [mark, id] of [
    ['4d80', '3c83ab'],
    ['5741', '3e83bb'],
  ] as const) {
    const from = result.indexOf(Buffer.from(mark, 'hex'));
    const size = (result[from + 2] ?? 0) & 0x7f;
    result.set(Buffer.from(id, 'hex'), from);
    result[from + 3] = 0x80 | (size - 1);
    result.fill(0, from + 4, from + 3 + size);
    result.write(name, from + 4, 'latin1');
  }
  return result;
}

async function encoded(path: string, name: string) {
  return encodeAsset({
    path,
    facts: await inspectMedia(path),
    sink: folderSink(at(`${name}-out`)),
    scratch: at(`${name}-scratch`),
    limits: wideLimits,
    signal: new AbortController().signal,
    report: silentReport,
  });
}

describe('names that mean something to ffmpeg', () => {
  it('mean nothing: the file of that name is opened', async () => {
    const names = ['concat:trap.mp4|trap.mp4', 'a%03d.png', '-i', 'subfile,,:a'];
    await mkdir(at('names'));
    for (const name of names) {
      await writeFile(join(at('names'), name), film);
      const { container, video } = await inspectMedia(join(at('names'), name));
      expect([container, video?.height]).toEqual(['mov', 180]);
    }
  });

  it('are no way to folders and pipes', async () => {
    expect(await refusalOf(at('names'))).toBe('not_media');
    expect(await refusalOf(trap)).toBe('not_media');
    expect(await refusalOf(at('missing'))).toMatchObject({ code: 'ENOENT' });
  });
});

it('nobody was asked for anything by all of these files', async () => {
  expect(asked).toEqual([]);
  await run('ffprobe', ['-v', 'quiet', `${elsewhere}/control.mp4`]).catch(() => undefined);
  expect(asked[0]).toBe('/control.mp4');
});
