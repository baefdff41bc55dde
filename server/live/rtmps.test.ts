import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { liveContract } from '#contract/live.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { startEncoder } from '#test/encoder.ts';
import type { Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { firstPair, secondPair } from '#test/rtmps-certificates.ts';
import { app, call } from '#test/story.ts';
import { startLiveEngine, stopLiveEngine } from './start-engine.ts';

let folder = '';
const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') });

async function write({ certificate, key }: { certificate: string; key: string }): Promise<void> {
  await writeFile(files().cert, certificate);
  await writeFile(files().key, key);
}

beforeAll(async () => {
  await app();
  folder = await mkdtemp(join(tmpdir(), 'platea-rtmps-'));
  overrideConfig({ RTMPS_PORT: 0, RTMPS_CERT: files().cert, RTMPS_KEY: files().key });
});
afterEach(() => stopLiveEngine());
afterAll(() => rm(folder, { recursive: true }));

const about = (owner: Someone, slug: string) =>
  call(liveContract.getBroadcast, { as: owner, params: { slug } });

/** The name on the certificate that is shown at that port. */
function nameShown(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      const { CN } = socket.getPeerCertificate().subject;
      resolve(String(CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

describe('an encoder that comes by RTMPS', () => {
  it('is on air at the address that its organizer is given', async () => {
    await write(firstPair);
    await startLiveEngine({ port: 0, watchMs: 200 });
    const { owner, slug } = await aProduct();
    const { rtmpsUrl, streamKey } = await about(owner, slug);
    expect(rtmpsUrl).toMatch(/^rtmps:\/\/[\w.-]+:\d+\/live$/);
    const address = `${rtmpsUrl?.replace(/\/\/[^:]+/, '//127.0.0.1')}/${streamKey}`;
    const encoder = startEncoder(address, { size: '320x180' });
    await vi.waitFor(async () => expect((await about(owner, slug)).state).toBe('live'), {
      timeout: 20_000,
      interval: 200,
    });
    await call(liveContract.stopBroadcast, { as: owner, params: { slug } });
    await encoder.gone;
  });

  it('is shown a renewed certificate without a restart, and the old one while the new is broken', async () => {
    await write(firstPair);
    await startLiveEngine({ port: 0, watchMs: 100 });
    const { owner, slug } = await aProduct();
    const port = Number(/:(\d+)\//.exec((await about(owner, slug)).rtmpsUrl ?? '')?.[1]);
    expect(await nameShown(port)).toBe(firstPair.name);
    await writeFile(files().key, secondPair.key);
    expect(await nameShown(port)).toBe(firstPair.name);
    await writeFile(files().cert, secondPair.certificate);
    await expect.poll(() => nameShown(port)).toBe(secondPair.name);
    expect(await nameShown(port)).toBe(secondPair.name);
  });

  it('has no address where there is no certificate', async () => {
    const { RTMPS_PORT, ...rest } = config();
    overrideConfig({ RTMPS_PORT: undefined });
    await startLiveEngine({ port: 0 });
    const { owner, slug } = await aProduct();
    expect((await about(owner, slug)).rtmpsUrl).toBeNull();
    overrideConfig({ ...rest, RTMPS_PORT });
  });
});

describe('a start with RTMPS', () => {
  const start = () =>
    startLiveEngine({ port: 0 }).then(
      () => 'started',
      (error: unknown) => error,
    );

  it.each<[string, () => Promise<unknown> | undefined, RegExp]>([
    [
      'no certificate',
      async () => overrideConfig({ RTMPS_CERT: undefined }),
      /^RTMPS_PORT needs RTMPS_CERT: the path of a PEM file\.$/,
    ],
    [
      'a key that is not there',
      () => rm(files().key),
      /^RTMPS_KEY \(.*key\.pem\) cannot be read \(ENOENT\)\.$/,
    ],
    [
      'a certificate that is none',
      () => writeFile(files().cert, 'hello'),
      /^RTMPS_CERT \(.*cert\.pem\) holds no CERTIFICATE in PEM\.$/,
    ],
    [
      'a key of another certificate',
      () => writeFile(files().key, secondPair.key),
      /^RTMPS_CERT and RTMPS_KEY do not go together: /,
    ],
  ])('is called off with a sentence for %s', async (_what, spoil, sentence) => {
    await write(firstPair);
    await spoil();
    const error = await start();
    overrideConfig({ RTMPS_CERT: files().cert });
    expect(error).toBeInstanceOf(CannotStart);
    expect((error as Error).message).toMatch(sentence);
  });

  it('is called off with the name of the port that is taken', async () => {
    await write(firstPair);
    const other = createServer().listen(0, '0.0.0.0');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    overrideConfig({ RTMPS_PORT: port });
    const error = await start();
    overrideConfig({ RTMPS_PORT: 0 });
    other.close();
    expect((error as Error).message).toBe(
      `RTMPS_PORT ${port} cannot be used (EADDRINUSE). Stop the other program, or choose another port with RTMPS_PORT=…`,
    );
  });
});
