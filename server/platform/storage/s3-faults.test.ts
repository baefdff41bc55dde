import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  logIn,
  type ObjectStorage,
  startBadServer,
  startObjectStorage,
} from '#test/object-storage.ts';
import { CannotStart } from '../cannot-start.ts';
import { overrideConfig } from '../config.ts';
import { StorageFailed } from './index.ts';
import { proveStorage } from './prove-storage.ts';
import { s3StorageAt } from './s3.ts';
import type { S3Address } from './s3-address.rules.ts';

let good: ObjectStorage;
const bad: ObjectStorage[] = [];

beforeAll(async () => {
  good = await startObjectStorage('');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of bad.splice(0)) await server.stop();
});
afterAll(() => good.stop());

async function badServer(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = await startBadServer(listener);
  bad.push(server);
  return server;
}

/** The limits of the product, in a smaller measure. */
const limits = {
  connectMs: 300,
  tryMs: 400,
  readMs: 1_000,
  writeMs: 1_000,
  checkMs: 500,
  silentMs: 500,
};
const opened = (address: S3Address, more = {}) =>
  s3StorageAt(address, { logIn, limits: { ...limits, ...more } });
/** A busy machine may take longer to be at the line, which is no silence of the server. */
const atTheLine = { connectMs: 5_000, tryMs: 5_000 };
/** The limits of the product. */
const usual = (address: S3Address) => s3StorageAt(address, { logIn });
const file = Buffer.from('a segment');
const bigBytes = 17 * 1024 * 1024;
const bigStream = () => Readable.from([Buffer.alloc(bigBytes)]);

/** What came of it, and that it came in time. */
async function failure(work: Promise<unknown>): Promise<StorageFailed> {
  const began = performance.now();
  const error = await work.then(
    () => new Error('it went well'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StorageFailed);
  expect(performance.now() - began).toBeLessThan(10_000);
  return error as StorageFailed;
}

const refusing = (status: number, code: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);

describe('a storage that is away', () => {
  it('fails in time when nobody listens', async () => {
    const server = await startBadServer(() => undefined);
    await server.stop();
    const storage = usual(server.address);
    expect((await failure(storage.put('a', file))).message).toContain(
      'storage cannot write a: ECONNREFUSED',
    );
    const failures = [
      storage.put('a', bigStream()),
      storage.read('a'),
      storage.stream('a'),
      storage.find('a'),
      storage.list('a/'),
      storage.delete('a'),
      storage.check(),
    ].map(failure);
    for (const { reason } of await Promise.all(failures)) expect(reason).toBe('ECONNREFUSED');
  });

  it('fails in time when it answers that it is overloaded, after it was asked again', async () => {
    let asked = 0;
    const server = await badServer((...call) => {
      asked += 1;
      refusing(503, 'ServiceUnavailable')(...call);
    });
    const error = await failure(usual(server.address).put('a', file));
    expect([error.reason, error.status, asked]).toEqual(['ServiceUnavailable', 503, 3]);
  });

  it('fails in time when it takes everything and says nothing', async () => {
    const server = await badServer((asked) => void asked.resume());
    const storage = opened(server.address);
    const failures = [
      storage.put('a', file),
      storage.put('a', bigStream()),
      storage.read('a'),
      storage.find('a'),
      storage.check(),
    ].map(failure);
    for (const { reason } of await Promise.all(failures)) expect(reason).toBe('TimeoutError');
  });

  it('fails in time when it stops in the middle of a file', async () => {
    const server = await badServer((_, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('half');
    });
    const storage = opened(server.address, atTheLine);
    expect((await failure(storage.read('a'))).reason).toBe('TimeoutError');
    expect((await failure(buffer(await storage.stream('a')))).reason).toBe('TimeoutError');
  });

  it('fails when the line is cut in the middle of a file', async () => {
    const server = await badServer((_, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('half', () => response.destroy());
    });
    expect((await failure(usual(server.address).read('a'))).reason).toBe('ECONNRESET');
  });

  it('is asked again after a moment of weakness', async () => {
    let asked = 0;
    const server = await badServer((...call) => {
      asked += 1;
      if (asked === 1) refusing(500, 'InternalError')(...call);
      else call[1].end('the file');
    });
    expect((await usual(server.address).read('a')).toString()).toBe('the file');
  });

  it('waits for a slow reader as long as they like', async () => {
    await usual(good.address).put('slow', Buffer.alloc(3_000_000, 7));
    // A busy machine may pause too, while it reads: that is not what is looked at.
    const silentMs = 2_000;
    const stream = await opened(good.address, { ...atTheLine, silentMs }).stream('slow');
    const reader = stream[Symbol.asyncIterator]();
    let bytes = (await reader.next()).value.length;
    await expect.poll(() => stream.readableLength).toBeGreaterThan(0);
    const later = performance.now() + limits.readMs + silentMs;
    await vi.waitUntil(() => performance.now() > later, { timeout: 15_000 });
    for await (const piece of { [Symbol.asyncIterator]: () => reader }) bytes += piece.length;
    expect(bytes).toBe(3_000_000);
  });
});

/** The good storage behind a line on which single requests fail. */
async function relay(isLost: (asked: IncomingMessage) => boolean) {
  const uploads = new Set<string>();
  const target = new URL(good.url);
  const server = await badServer((asked, response) => {
    const { uploadId } = Object.fromEntries(new URL(asked.url ?? '/', good.url).searchParams);
    if (uploadId) uploads.add(uploadId);
    if (isLost(asked)) return refusing(503, 'ServiceUnavailable')(asked, response);
    const { method, headers, url: path } = asked;
    const sent = request({ host: target.hostname, port: target.port, method, headers, path });
    sent.on('error', () => response.destroy());
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    asked.pipe(sent);
  });
  return { server, uploads };
}

/** Does the good storage still hold parts of an upload that never ended? */
async function isKept(UploadId: string, Key: string): Promise<boolean> {
  const s3 = new S3({ endpoint: good.url, region: 'x', credentials: logIn, forcePathStyle: true });
  const part = { Bucket: good.address.bucket, Key, UploadId, PartNumber: 9, Body: file };
  return s3.uploadPart(part).then(
    () => true,
    (error: Error) => {
      expect(error.name).toBe('NoSuchUpload');
      return false;
    },
  );
}

describe('a large file that cannot be written to its end', () => {
  it.each([
    ['one of its parts', (asked: IncomingMessage) => /partNumber=2/.test(asked.url ?? '')],
    [
      'the word that it is whole',
      ({ method, url = '' }: IncomingMessage) => method === 'POST' && /uploadId=/.test(url),
    ],
  ])('leaves nothing behind when %s is refused', async (_what, isLost) => {
    const { server, uploads } = await relay(isLost);
    await failure(usual(server.address).put('large', bigStream()));
    expect(uploads.size).toBe(1);
    expect(await isKept([...uploads][0] ?? '', 'large')).toBe(false);
    expect(await usual(good.address).find('large')).toBeNull();
  });

  it('leaves nothing behind when its sender goes, and would be found if it did', async () => {
    const { server, uploads } = await relay(() => false);
    const source = Readable.from(
      (function* () {
        yield Buffer.alloc(bigBytes);
        throw new Error('the sender has gone');
      })(),
    );
    const put = usual(server.address).put('large', source);
    await expect(put).rejects.toThrow('the sender has gone');
    expect(await isKept([...uploads][0] ?? '', 'large')).toBe(false);
    const s3 = new S3({
      endpoint: good.url,
      region: 'x',
      credentials: logIn,
      forcePathStyle: true,
    });
    const open = await s3.createMultipartUpload({ Bucket: good.address.bucket, Key: 'left' });
    expect(await isKept(open.UploadId ?? '', 'left')).toBe(true);
  });
});

describe('a file that gets another key', () => {
  const copyBytes = 6 * 1024 * 1024;
  const isCopying = ({ headers, url = '' }: IncomingMessage) =>
    headers['x-amz-copy-source'] !== undefined && /partNumber=2/.test(url);

  it('is copied by the server: no byte of it comes here', async () => {
    await usual(good.address).put('large', bigStream());
    let bytes = 0;
    const { server } = await relay((asked) => {
      bytes += Number(asked.headers['content-length'] ?? 0);
      return asked.method === 'GET';
    });
    await s3StorageAt(server.address, { logIn, copyBytes }).move('large', 'larger');
    await s3StorageAt(server.address, { logIn }).move('larger', 'largest');
    expect((await usual(good.address).find('largest'))?.size).toBe(bigBytes);
    expect(bytes).toBeLessThan(10_000);
  });

  it.each([
    ['a part is refused', true],
    ['nobody wants it any more', false],
  ])('stays where it is when %s, and no part is left', async (_what, isRefused) => {
    await usual(good.address).put('large', bigStream());
    const leaving = new AbortController();
    const { server, uploads } = await relay((asked) => {
      if (isCopying(asked) && !isRefused) leaving.abort(new Error('the process stops'));
      return isCopying(asked) && isRefused;
    });
    const storage = s3StorageAt(server.address, { logIn, copyBytes });
    const error = await failure(storage.move('large', 'moved', leaving.signal));
    expect(error.message).toContain(isRefused ? 'ServiceUnavailable' : 'AbortError');
    expect(uploads.size).toBe(1);
    expect(await isKept([...uploads][0] ?? '', 'moved')).toBe(false);
    expect(await usual(good.address).find('moved')).toBeNull();
    expect((await usual(good.address).find('large'))?.size).toBe(bigBytes);
  });
});

describe('the start with a storage that', () => {
  const where = 's3://files/platea?endpoint=http://127.0.0.1:1';
  const start = async (listener: Parameters<typeof badServer>[0]) => {
    overrideConfig({ STORAGE_URL: where });
    return proveStorage(
      opened((await badServer(listener)).address, { ...atTheLine, checkMs: 2_000 }),
    );
  };

  it.each([
    [403, 'InvalidAccessKeyId', 'refuses AWS_ACCESS_KEY_ID: InvalidAccessKeyId.'],
    [403, 'AccessDenied', 'refuses AWS_ACCESS_KEY_ID: AccessDenied.'],
    [404, 'NoSuchBucket', 'names a bucket that does not exist.'],
    [400, 'AuthorizationHeaderMalformed', 'Look at endpoint, region and pathStyle in it.'],
  ])('answers %i %s stops with a sentence', async (status, code, sentence) => {
    const starting = start(refusing(status, code));
    await expect(starting).rejects.toThrow(CannotStart);
    await expect(starting).rejects.toThrow(sentence);
    await expect(starting).rejects.toThrow('STORAGE_URL');
  });

  it('is away for now goes on: a show needs none', async () => {
    await expect(start(refusing(503, 'SlowDown'))).resolves.toBeUndefined();
    await expect(start((asked) => asked.resume())).resolves.toBeUndefined();
  });

  it('has no log-in stops with a sentence that names the variables', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE'])
      vi.stubEnv(name, undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('HOME', '/nowhere');
    const proving = proveStorage(s3StorageAt(good.address));
    await expect(proving).rejects.toThrow(CannotStart);
    await expect(proving).rejects.toThrow(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set',
    );
  });

  it('finds its log-in in the environment goes on', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'from-the-environment');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    let signedBy = '';
    const { address } = await badServer(({ headers }, response) => {
      signedBy = headers.authorization ?? '';
      response.end();
    });
    await proveStorage(s3StorageAt(address));
    expect(signedBy).toContain('Credential=from-the-environment/');
  });

  it('is well goes on', async () => {
    await expect(proveStorage(usual(good.address))).resolves.toBeUndefined();
  });
});
