import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissing } from './file-missing.ts';
import type { Storage } from './index.ts';
import { demandFolder, demandKey } from './keys.ts';
import { sweepHalves } from './sweep-halves.ts';

/** Storage in a folder of this machine. Files appear whole: written beside, then renamed. */
export function localStorageAt(folder: string): Storage {
  const root = resolve(folder);
  const pathOf = (key: string): string => join(root, demandKey(key));
  return {
    put: async (key, content) => writeWhole(pathOf(key), content),
    read: async (key) => readFile(pathOf(key)).catch(missing(key)),
    stream: async (key, range) => {
      const path = pathOf(key);
      await stat(path).catch(missing(key));
      return createReadStream(path, range);
    },
    find: async (key) => {
      const found = await stat(pathOf(key)).catch(() => null);
      return found?.isFile() ? { size: found.size, modifiedMs: found.mtimeMs } : null;
    },
    list: async (prefix) => {
      const names = await readdir(join(root, demandFolder(prefix)), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => []);
      return names
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort();
    },
    move: async (from, to) => {
      await mkdir(dirname(pathOf(to)), { recursive: true });
      await rename(pathOf(from), pathOf(to)).catch(missing(from));
    },
    delete: async (key) => rm(pathOf(key), { force: true }),
    check: () => writeWhole(join(root, 'check'), Buffer.from('ok')),
    near: {
      take: async (key, path) => {
        await mkdir(dirname(pathOf(key)), { recursive: true });
        await rename(path, pathOf(key)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EXDEV') throw error;
          return takeFromElsewhere(path, pathOf(key));
        });
      },
      link: (key, path) => link(pathOf(key), path).catch(missing(key)),
      sweep: () => sweepHalves(root),
    },
  };
}

const missing =
  (key: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw error.code === 'ENOENT' ? new FileMissing(key) : error;
  };

async function writeWhole(path: string, content: Buffer | Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await appear(path, async (beside) => {
    if (!Buffer.isBuffer(content)) return pipeline(content, createWriteStream(beside));
    const file = await open(beside, 'w');
    await file.writeFile(content).finally(() => file.close());
  });
}

/** The only copy goes, so the new one must be on its disk, and the folder must know of it. */
async function takeFromElsewhere(from: string, path: string): Promise<void> {
  await appear(path, async (beside) => {
    await copyFile(from, beside);
    await sync(beside, 'r+');
  });
  await sync(dirname(path), 'r');
  await rm(from);
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  await file.sync().finally(() => file.close());
}

/** Made beside its place, and moved there when it is whole. */
async function appear(path: string, make: (beside: string) => Promise<void>): Promise<void> {
  const beside = `${path}.${randomUUID()}.part`;
  try {
    await make(beside);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
