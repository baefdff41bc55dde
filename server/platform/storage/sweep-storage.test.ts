import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import '#test/story.ts';
import { enqueueNow, runKeptJobs } from '../jobs.ts';
import { useStorage } from './index.ts';
import { localStorageAt } from './local.ts';
import { sweepStorage } from './sweep-storage.ts';

it('a folder is gone through for halves at night, whatever it holds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platea-sweep-'));
  onTestFinished(async () => {
    useStorage(null);
    await rm(folder, { recursive: true });
  });
  const half = join(folder, 'old.m4s.1.part');
  await writeFile(half, 'half');
  const dayBefore = new Date(Date.now() - 25 * 3_600_000);
  await utimes(half, dayBefore, dayBefore);
  useStorage(localStorageAt(folder));
  await enqueueNow(sweepStorage, {});
  await runKeptJobs();
  expect(await readdir(folder)).toEqual([]);
});
