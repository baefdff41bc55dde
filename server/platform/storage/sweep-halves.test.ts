import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sweepHalves } from './sweep-halves.ts';

it('what a killed process had half written is gone a day later, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platea-halves-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'recordings'));
  const dayBefore = new Date(Date.now() - 25 * 3_600_000);
  for (const name of ['whole.m4s', 'old.m4s.1.part', 'recordings/older.head.2.part']) {
    await writeFile(join(folder, name), 'half');
    await utimes(join(folder, name), dayBefore, dayBefore);
  }
  await writeFile(join(folder, 'recordings/new.m4s.3.part'), 'half');
  await sweepHalves(folder);
  const left = await readdir(folder, { recursive: true });
  expect(left.toSorted()).toEqual(['recordings', 'recordings/new.m4s.3.part', 'whole.m4s']);
  await expect(sweepHalves(join(folder, 'nowhere'))).resolves.toBeUndefined();
});
