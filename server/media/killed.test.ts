import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { now, useClock } from '#server/platform/clock.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { storage } from '#server/platform/storage/index.ts';
import { anOrganizer } from '#test/factories/accounts.ts';
import {
  anAsset,
  askOffset,
  assetRow,
  beginUpload,
  idOfUpload,
  sendPart,
} from '#test/factories/assets.ts';
import { freePort } from '#test/free-port.ts';
import { makeMedia, mediaFolder, moving } from '#test/made-media.ts';
import { ended, untilAnswers } from '#test/running-product.ts';
import '#test/story.ts';
import { receivedKey } from './asset-files.ts';
import { encodeAssets } from './encode-assets.ts';

const folder = mediaFolder();
const children: ChildProcess[] = [];
afterEach(async () => {
  useClock(null);
  for (const child of children.splice(0)) await ended(child, 'SIGKILL');
});
afterAll(folder.remove);

/** A process of ours on the database and in the folder of this story: the API and nothing else. */
async function aSite(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const code = `
    import { buildApp } from '#server/app.ts';
    import { openQueue } from '#server/platform/jobs.ts';
    await openQueue([]);
    const { http } = await buildApp({ pages: 'none' });
    await http.listen({ host: '127.0.0.1', port: ${port} });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/api/health/live`, child);
  return { url, child };
}

describe('a process that is killed', () => {
  it('in the middle of an upload loses nothing that had come: the next one goes on from there', async () => {
    const ana = await anOrganizer();
    const first = await aSite();
    const begun = await beginUpload(ana, { size: 300_000, to: first.url });
    const path = begun.headers.get('location') ?? '';
    await sendPart(ana, path, { offset: 0, body: Buffer.alloc(100_000, 1), to: first.url });
    const half = new ReadableStream({ start: (body) => body.enqueue(Buffer.alloc(50_000, 2)) });
    const broken = sendPart(ana, path, { offset: 100_000, body: half, to: first.url }).catch(
      () => 'broken off',
    );
    await expect
      .poll(() => statSync(fileOf(path)).size, {
        timeout: 30_000,
        interval: 10,
      })
      .toBe(150_000);
    await ended(first.child, 'SIGKILL');
    expect(await broken).toBe('broken off');
    const second = await aSite();
    expect(await askOffset(ana, path, second.url)).toBe(150_000);
    const rest = Buffer.alloc(150_000, 3);
    await sendPart(ana, path, { offset: 150_000, body: rest, to: second.url });
    expect((await assetRow(idOfUpload(path)))?.state).toBe('processing');
    expect(await storage().read(receivedKey(idOfUpload(path)))).toEqual(
      Buffer.concat([Buffer.alloc(100_000, 1), Buffer.alloc(50_000, 2), rest]),
    );
  }, 120_000);

  it('in the middle of the work on an upload leaves it to the next one, after a pause', async () => {
    const ana = await anOrganizer();
    const film = await makeMedia(
      join(folder.path, 'film.mkv'),
      ...[moving(), ['-t', '15', '-c:v', 'mpeg4', '-q:v', '5']],
    );
    const id = await anAsset(ana, { state: 'processing' });
    await storage().put(receivedKey(id), createReadStream(film));
    const worker = spawn(process.execPath, ['--input-type=module', '-e', encodeNow], {
      stdio: 'inherit',
    });
    children.push(worker);
    await expect
      .poll(async () => (await assetRow(id))?.attempts, { timeout: 60_000, interval: 20 })
      .toBe(1);
    await ended(worker, 'SIGKILL');
    expect(await assetRow(id)).toMatchObject({ state: 'processing', attempts: 1 });
    // The film may have been what killed it.
    useClock(now().add({ minutes: 1 }));
    await expect
      .poll(
        async () => {
          await enqueueNow(encodeAssets, {});
          await runKeptJobs();
          return (await assetRow(id))?.state;
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe('ready');
    expect((await assetRow(id))?.attempts).toBe(2);
  }, 120_000);
});

const fileOf = (path: string) => join(process.env.DATA_DIR ?? '', 'uploads', idOfUpload(path));

const encodeNow = `
  import { buildApp } from '#server/app.ts';
  import { enqueueNow, keepJobs, runKeptJobs } from '#server/platform/jobs.ts';
  import { encodeAssets } from '#server/media/encode-assets.ts';
  await buildApp({ pages: 'none' });
  keepJobs();
  await enqueueNow(encodeAssets, {});
  await runKeptJobs();`;
