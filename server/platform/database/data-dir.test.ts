import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CannotStart } from '../cannot-start.ts';
import { claimDataDir } from './data-dir.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platea-claims-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const script = (where: string) => `
  import { claimDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))};
  console.log('ready');
  process.stdin.once('data', () =>
    claimDataDir(${JSON.stringify(where)}).then(() => console.log('mine'), () => console.log('taken')));
  setInterval(() => undefined, 1000);`;

/** Processes that all claim the folder at a word; answers what each of them got. */
async function claimAtOnce(count: number): Promise<string[]> {
  const starters = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script(folder)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const said = async (one: ChildProcess) => {
    const [chunk] = one.stdout ? await once(one.stdout, 'data') : [];
    return String(chunk).trim();
  };
  try {
    await Promise.all(starters.map(said));
    const answers = starters.map(said);
    for (const one of starters) one.stdin?.write('go\n');
    return await Promise.all(answers);
  } finally {
    await Promise.all(
      starters.map((one) => {
        const gone = once(one, 'exit');
        one.kill('SIGKILL');
        return gone;
      }),
    );
  }
}

describe('a data folder', () => {
  it.each([
    ['an empty folder', ''],
    ['the mark of somebody who is gone', '1 0'],
  ])('belongs to one of those who start at once on %s', async (_name, mark) => {
    if (mark) writeFileSync(join(folder, 'owner'), mark);
    const answers = await claimAtOnce(6);
    expect(answers.sort()).toEqual(['mine', ...Array(5).fill('taken')]);
    expect(readdirSync(folder)).toEqual(['owner']);
  });

  it('is free again once it was released, and taken over from a mark without words', async () => {
    await (await claimDataDir(folder)).release();
    writeFileSync(join(folder, 'owner'), '');
    const { release } = await claimDataDir(folder);
    await release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says so when it cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(claimDataDir(join(folder, 'file'))).rejects.toThrow(CannotStart);
  });
});
