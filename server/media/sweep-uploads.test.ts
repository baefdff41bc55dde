import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { closeDatabase, db } from '#server/platform/database/index.ts';
import { closeQueue, defineJob, enqueueNow, openQueue } from '#server/platform/jobs.ts';
import { anOrganizer } from '#test/factories/accounts.ts';
import { uploadPathOf, uploadsFolder } from './asset-files.ts';
import { findUpload } from './assets.queries.ts';
import { addAsset } from './assets.store.ts';
import { enqueueSweep } from './sweep-uploads.ts';

let worked = 0;
const work = defineJob<object>('work-for-a-test', async () => {
  worked += 1;
});

afterAll(async () => {
  await closeQueue();
  await closeDatabase();
});

it('what was never uploaded to its end is thrown away by the site, on whose disk it lies', async () => {
  const { id: ownerId } = await anOrganizer();
  const id = crypto.randomUUID();
  const named = { title: 'Night of tango', fileName: 'night.mp4' };
  const then = { at: '2026-01-01T00:00:00Z', since: '2025-12-31T00:00:00Z' };
  await addAsset(db(), { id, ownerId, size: 1000, ...named, ...then });
  await mkdir(uploadsFolder(), { recursive: true });
  await writeFile(uploadPathOf(id), 'half of it');
  // A worker may stand on another machine, where no upload is whole.
  await openQueue(['worker']);
  await enqueueSweep();
  await enqueueNow(work, {});
  await expect.poll(() => worked, { timeout: 15_000 }).toBe(1);
  expect([await findUpload(db(), id), await readdir(uploadsFolder())]).toMatchObject([
    { state: 'uploading' },
    [id],
  ]);
  await closeQueue();
  await openQueue(['web']);
  await expect.poll(() => findUpload(db(), id), { timeout: 15_000 }).toBe(null);
  await expect.poll(() => readdir(uploadsFolder()), { timeout: 15_000 }).toEqual([]);
});
