import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endInOrder } from './end-product.ts';

const data = mkdtempSync(join(tmpdir(), 'platea-ended-'));
const mark = join(data, 'postgres', 'postmaster.pid');
beforeAll(() => mkdirSync(join(data, 'postgres')));
afterAll(() => rmSync(data, { recursive: true }));

/** A program that does this when it is told to stop, once it listens for that. */
async function programThat(stops: string): Promise<ChildProcess> {
  const code = `process.on('SIGTERM', () => { ${stops} }); setInterval(() => {}, 1000); process.send('up')`;
  const program = spawn(process.execPath, ['-e', code], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(program, 'message');
  return program;
}

describe('the end of a product', () => {
  it('is good when it stops by itself and its database with it', async () => {
    await expect(endInOrder(await programThat('process.exit()'), data)).resolves.toBeUndefined();
  });

  it('is a fault when it has to be killed, or says that it failed', async () => {
    await expect(endInOrder(await programThat(''), data, 300)).rejects.toThrow(/killed/);
    await expect(endInOrder(await programThat('process.exit(1)'), data)).rejects.toThrow(/1$/);
  });

  it('is a fault when it was gone before anybody asked', async () => {
    const gone = await programThat('process.exit(3)');
    const exit = once(gone, 'exit');
    gone.kill('SIGTERM');
    await exit;
    await expect(endInOrder(gone, data)).rejects.toThrow(/3$/);
  });

  it('is a fault when its database has not ended', async () => {
    writeFileSync(mark, '1\n');
    await expect(endInOrder(await programThat('process.exit()'), data)).rejects.toThrow(/database/);
  });
});
