import { readdir, rm } from 'node:fs/promises';
import { uploadLimits } from '#contract/assets.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { tryHold } from '#server/platform/database/hold.ts';
import { db } from '#server/platform/database/index.ts';
import { defineJob, enqueueNow } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { scratchFolder, scratchOf, uploadPathOf, uploadsFolder } from './asset-files.ts';
import { listUploading } from './assets.queries.ts';
import { listUnfinished, removeUnfinished } from './assets.store.ts';
import { receiveUpload } from './receive-upload.ts';

const atOnce = 500;

/**
 * Every night: what was begun seven days ago and is not whole goes, and files that nobody knows. By the
 * process that receives uploads, for they lie on its disk.
 */
export const sweepUploads = defineJob<object>('sweep-uploads', () => sweep(), {
  cron: '20 3 * * *',
  role: 'web',
});

/** Calls for it now. */
export const enqueueSweep = (): Promise<void> => enqueueNow(sweepUploads, {});

async function sweep(): Promise<void> {
  const before = instantText(now().subtract({ hours: 24 * uploadLimits.days }));
  for (const id of await listUnfinished(db(), before, atOnce)) {
    // The last byte may have come, and the process that took it been killed.
    if (!(await receiveUpload(id))) await removeUnfinished(db(), id);
  }
  await sweepFiles();
}

/**
 * At the start of the site, and every night: files of uploads on this machine that no row waits for
 * go; those that are whole are taken up.
 */
async function sweepFiles(): Promise<void> {
  const names = await readdir(uploadsFolder()).catch(() => []);
  const ids = names.filter((name) => /^[0-9a-f-]{36}$/.test(name));
  const wanted = await listUploading(db(), ids);
  for (const id of ids) {
    if (wanted.has(id)) await receiveUpload(id);
    else await rm(uploadPathOf(id), { force: true });
  }
}

/** At the start, in the background: a file that cannot be taken up now is no reason not to open. */
export const takeUpUploads = (): Promise<void> =>
  sweepFiles().catch((error: unknown) =>
    log().error({ err: error }, 'uploads could not be taken up'),
  );

/** At the start of a worker: what runs of killed processes left on this disk; none is gone on with. */
export async function clearScratch(): Promise<void> {
  const ids = await readdir(scratchFolder()).catch(() => []);
  for (const id of ids) {
    const hold = await tryHold(`asset ${id}`);
    if (!hold) continue;
    await rm(scratchOf(id), { recursive: true, force: true });
    await hold.release();
  }
}
