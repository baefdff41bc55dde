import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { logIn, type ObjectStorage, startObjectStorage } from '#test/object-storage.ts';
import { FileMissing, type Storage } from './index.ts';
import { localStorageAt } from './local.ts';
import { s3StorageAt } from './s3.ts';

const folder = mkdtempSync(join(tmpdir(), 'platea-storage-'));
let objects: ObjectStorage;

beforeAll(async () => {
  objects = await startObjectStorage();
});
afterAll(async () => {
  await objects.stop();
  rmSync(folder, { recursive: true, force: true });
});

const kinds: [string, () => Storage][] = [
  ['a folder', () => localStorageAt(folder)],
  ['a bucket', () => s3StorageAt(objects.address, { logIn, copyBytes: 6 * 1024 * 1024 })],
];

/** Bytes that tell their place, in pieces of odd sizes. */
function* pieces(bytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes; ) {
    const size = Math.min(bytes - at, 1 + ((at * 7919) % 900_000));
    yield Buffer.alloc(size, at % 251);
    at += size;
  }
}
const whole = (bytes: number): Buffer => Buffer.concat([...pieces(bytes)]);

const part = 8 * 1024 * 1024;

describe.each(kinds)('%s', (_name, open) => {
  it('keeps a file and gives it back', async () => {
    const storage = open();
    await storage.put('pictures/1/a.jpg', Buffer.from('first'));
    await storage.put('pictures/1/a.jpg', Buffer.from('second'));
    expect((await storage.read('pictures/1/a.jpg')).toString()).toBe('second');
    const found = await storage.find('pictures/1/a.jpg');
    expect(found?.size).toBe(6);
    expect(Math.abs((found?.modifiedMs ?? 0) - Date.now())).toBeLessThan(10_000);
  });

  it.each([0, 1, part, part + 1, 4 * part + 12_345])(
    'keeps a stream of %i bytes whose length it does not know',
    async (bytes) => {
      const storage = open();
      await storage.put('streams/one', Readable.from(pieces(bytes)));
      expect((await storage.find('streams/one'))?.size).toBe(bytes);
      expect((await storage.read('streams/one')).equals(whole(bytes))).toBe(true);
    },
  );

  it('keeps a large file that stands in memory', async () => {
    const storage = open();
    const file = whole(2 * part + 1);
    await storage.put('streams/memory', file);
    expect((await storage.read('streams/memory')).equals(file)).toBe(true);
  });

  it.each([10, part + 10, 2 * part + 10])(
    'keeps nothing of a stream that breaks after %i bytes, and what stood there stays',
    async (bytes) => {
      const storage = open();
      await storage.put('broken/old', Buffer.from('old'));
      const breaking = () =>
        Readable.from(
          (function* () {
            yield* pieces(bytes);
            throw new Error('the sender has gone');
          })(),
        );
      await expect(storage.put('broken/old', breaking())).rejects.toThrow('the sender has gone');
      await expect(storage.put('broken/new', breaking())).rejects.toThrow('the sender has gone');
      expect((await storage.read('broken/old')).toString()).toBe('old');
      expect(await storage.find('broken/new')).toBeNull();
      expect(await storage.list('broken/')).toEqual(['broken/old']);
    },
  );

  it('lets go of a stream that it could not keep', async () => {
    const source = Readable.from(pieces(100));
    source.destroy();
    await expect(open().put('broken/gone', source)).rejects.toThrow();
    expect(await open().find('broken/gone')).toBeNull();
  });

  it('gives a part of a file, its last byte included', async () => {
    const storage = open();
    await storage.put('parts/digits', Buffer.from('0123456789'));
    const partOf = async (start: number, end: number) =>
      (await buffer(await storage.stream('parts/digits', { start, end }))).toString();
    expect(await partOf(0, 0)).toBe('0');
    expect(await partOf(3, 6)).toBe('3456');
    expect(await partOf(8, 99)).toBe('89');
    expect(await partOf(10, 20)).toBe('');
    expect((await buffer(await storage.stream('parts/digits'))).toString()).toBe('0123456789');
  });

  it('ends the reading of a large file when nobody wants the rest', async () => {
    const storage = open();
    await storage.put('parts/large', whole(2 * part));
    const stream = await storage.stream('parts/large');
    for await (const first of stream) {
      expect(first.length).toBeGreaterThan(0);
      break;
    }
    expect(stream.destroyed).toBe(true);
  });

  it('says that a file is missing', async () => {
    const storage = open();
    await expect(storage.read('nothing/here')).rejects.toThrow(FileMissing);
    await expect(storage.stream('nothing/here')).rejects.toThrow(FileMissing);
    await expect(storage.stream('nothing/here', { start: 5, end: 6 })).rejects.toThrow(FileMissing);
    expect(await storage.find('nothing/here')).toBeNull();
    expect(await storage.list('nothing/')).toEqual([]);
  });

  it('lists what lies below a folder, in order, and nothing of its neighbours', async () => {
    const storage = open();
    const keys = ['list/b.txt', 'list/a/2.txt', 'list/a/10.txt', 'list/a.txt', 'list-other/x.txt'];
    for (const key of keys) await storage.put(key, Buffer.from(key));
    const listed = ['list/a.txt', 'list/a/10.txt', 'list/a/2.txt', 'list/b.txt'];
    expect(await storage.list('list/')).toEqual(listed);
    expect(await storage.list('list/a/')).toEqual(['list/a/10.txt', 'list/a/2.txt']);
    expect(await storage.list('list')).toEqual(listed);
  });

  it.each([0, 3, 2 * part + 1])('gives a file of %i bytes another key', async (bytes) => {
    const storage = open();
    await storage.put('moved/from', whole(bytes));
    await storage.put('moved/to', Buffer.from('what stood there'));
    await storage.move('moved/from', 'moved/to');
    expect(await storage.list('moved/')).toEqual(['moved/to']);
    expect((await storage.read('moved/to')).equals(whole(bytes))).toBe(true);
    await expect(storage.move('moved/from', 'moved/to')).rejects.toThrow(FileMissing);
    await expect(storage.move('moved/to', '../moved')).rejects.toThrow('not a storage key');
    expect(await storage.list('moved/')).toEqual(['moved/to']);
  });

  it('deletes a file, also one that is not there', async () => {
    const storage = open();
    await storage.put('gone/soon', Buffer.from('x'));
    await storage.delete('gone/soon');
    await storage.delete('gone/soon');
    expect(await storage.find('gone/soon')).toBeNull();
  });

  it('proves that files can be written', async () => {
    await expect(open().check()).resolves.toBeUndefined();
  });

  it.each([
    '../etc/passwd',
    '/etc/passwd',
    'a/../../b',
    'a//b',
    'a/',
    '.hidden',
    'a/.hidden',
    'a b',
    'a%2fb',
    'ä',
    'half-written.part',
    '',
  ])('takes no key like %j', async (key) => {
    const storage = open();
    const refused = 'not a storage key';
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(refused);
    await expect(storage.read(key)).rejects.toThrow(refused);
    await expect(storage.stream(key)).rejects.toThrow(refused);
    await expect(storage.find(key)).rejects.toThrow(refused);
    await expect((async () => storage.delete(key))()).rejects.toThrow(refused);
    if (!key.endsWith('/')) await expect(storage.list(key)).rejects.toThrow(refused);
  });
});

describe('a folder', () => {
  it('takes a file from another disk, whole or not at all', async () => {
    const { dev } = statSync(folder);
    const elsewhere = ['/dev/shm', '/tmp', import.meta.dirname].find(
      (place) => existsSync(place) && statSync(place).dev !== dev,
    );
    const other = mkdtempSync(join(elsewhere ?? tmpdir(), 'platea-elsewhere-'));
    onTestFinished(() => rmSync(other, { recursive: true }));
    const { near, ...storage } = localStorageAt(folder);
    writeFileSync(join(other, 'film'), whole(100_000));
    await near?.take('taken/film', join(other, 'film'));
    expect((await storage.read('taken/film')).equals(whole(100_000))).toBe(true);
    await expect(near?.take('taken/none', join(other, 'none'))).rejects.toThrow('ENOENT');
    mkdirSync(join(other, 'no film'));
    await expect(near?.take('taken/film', join(other, 'no film'))).rejects.toThrow();
    expect(readdirSync(join(folder, 'taken'))).toEqual(['film']);
    expect(readdirSync(other)).toEqual(['no film']);
  });
});

describe('a bucket', () => {
  it('that is all ours keeps what others keep below a prefix', async () => {
    const all = s3StorageAt({ ...objects.address, prefix: '' }, { logIn });
    await all.put('own/file', Buffer.from('x'));
    await s3StorageAt(objects.address, { logIn }).put('own/file', Buffer.from('theirs'));
    expect(await all.list('own/')).toEqual(['own/file']);
    expect((await all.read('own/file')).toString()).toBe('x');
    expect((await all.read(`${objects.address.prefix}own/file`)).toString()).toBe('theirs');
  });

  it('with more files than one answer holds lists them all', async () => {
    const storage = s3StorageAt(objects.address, { logIn });
    const keys = Array.from({ length: 1_003 }, (_, n) => `many/${String(n).padStart(4, '0')}`);
    const one = keys.values();
    const fill = async () => {
      for (const key of one) await storage.put(key, Buffer.from('x'));
    };
    await Promise.all(Array.from({ length: 20 }, fill));
    expect(await storage.list('many/')).toEqual(keys);
  });
});
