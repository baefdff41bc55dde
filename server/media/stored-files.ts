import { forgetBy } from '#server/platform/remembered.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';

const maxFile = 8 * 1024 * 1024;
const maxAll = 192 * 1024 * 1024;

// Many viewers of a recording ask for the same segments within minutes; insertion order is age.
const kept = new Map<string, Buffer>();
const reading = new Map<string, Promise<Buffer | null>>();
let keptBytes = 0;
forgetBy(() => {
  kept.clear();
  keptBytes = 0;
});

/** A stored file that never changes, from memory when it was asked for lately; null: none. */
export function readStoredFile(key: string): Buffer | Promise<Buffer | null> {
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const underWay = reading.get(key);
  if (underWay) return underWay;
  const file = read(key).finally(() => reading.delete(key));
  reading.set(key, file);
  return file;
}

async function read(key: string): Promise<Buffer | null> {
  try {
    const bytes = await storage().read(key);
    keep(key, bytes);
    return bytes;
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

function keep(key: string, bytes: Buffer): void {
  if (bytes.length > maxFile) return;
  kept.set(key, bytes);
  keptBytes += bytes.length;
  for (const [oldest, file] of kept) {
    if (keptBytes <= maxAll) return;
    kept.delete(oldest);
    keptBytes -= file.length;
  }
}
