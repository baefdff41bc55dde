import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
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
    delete: async (key) => rm(pathOf(key), { force: true }),
    check: () => writeWhole(join(root, 'check'), Buffer.from('ok')),
    near: {
      take: async (key, path) => {
        await mkdir(dirname(pathOf(key)), { recursive: true });
        await rename(path, pathOf(key));
      },
      link: (key, path) => link(pathOf(key), path).catch(missing(key)),
      move: async (from, to) => {
        await mkdir(dirname(pathOf(to)), { recursive: true });
        await rename(pathOf(from), pathOf(to)).catch(missing(from));
      },
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
  const beside = `${path}.${randomUUID()}.part`;
  try {
    if (Buffer.isBuffer(content)) {
      const file = await open(beside, 'w');
      await file.writeFile(content).finally(() => file.close());
    } else {
      await pipeline(content, createWriteStream(beside));
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
