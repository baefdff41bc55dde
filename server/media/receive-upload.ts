import { open, stat } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { uploadLimits } from '#contract/assets.ts';
import { Line } from '#contract/shared/text.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { storage, takeFile } from '#server/platform/storage/index.ts';
import { receivedKey, uploadPathOf } from './asset-files.ts';
import { findUpload, type Upload } from './assets.queries.ts';
import { titleOfFile } from './assets.rules.ts';
import { addAsset, moveAsset } from './assets.store.ts';
import { encodeAssets } from './encode-assets.ts';
import { tellOwner } from './tell-owner.ts';

const unnamed = 'upload';
const FileName = Line(255);

/**
 * Somebody begins to upload a file of so many bytes. Refuses UPLOAD_LENGTH, UPLOAD_TOO_LARGE,
 * UPLOADS_OPEN and UPLOAD_QUOTA.
 */
export async function beginUpload(
  ownerId: string,
  { id, size, fileName }: { id: string; size: number | undefined; fileName: string },
): Promise<void> {
  if (!size || !Number.isSafeInteger(size)) refuse('UPLOAD_LENGTH');
  if (size > uploadLimits.file) refuse('UPLOAD_TOO_LARGE');
  const named = FileName.safeParse(fileName).data || unnamed;
  const since = instantText(now().subtract({ hours: 24 }));
  await inTransaction((tx) =>
    addAsset(tx, {
      id,
      ownerId,
      size,
      since,
      fileName: named,
      title: titleOfFile(named),
      at: nowText(),
    }),
  );
}

/** When what began at this instant is thrown away, unless it is whole. */
export const uploadEnds = (createdAt: string): Temporal.Instant =>
  Temporal.Instant.from(createdAt).add({ hours: 24 * uploadLimits.days });

const receiving = new Map<string, Promise<boolean>>();

/**
 * If all bytes of an upload are here, puts the file into the storage and calls for the work on it;
 * answers whether they are. A process that was killed in between does the rest when it is asked
 * again, by the uploader or at its next start. Several who ask at once are one.
 */
export function receiveUpload(id: string): Promise<boolean> {
  const underWay = receiving.get(id);
  if (underWay) return underWay;
  const work = receive(id).finally(() => receiving.delete(id));
  receiving.set(id, work);
  return work;
}

async function receive(id: string): Promise<boolean> {
  const upload = await findUpload(db(), id);
  if (!upload) return false;
  if (upload.state !== 'uploading') return true;
  if (!(await isStored(upload))) {
    if (!(await isWhole(upload))) return false;
    await takeFile(storage(), receivedKey(id), uploadPathOf(id));
  }
  const taken = await inTransaction(async (tx) => {
    const at = nowText();
    if (!(await moveAsset(tx, { id, from: 'uploading', to: 'processing', at }))) return false;
    await enqueue(tx, encodeAssets, {});
    tellOwner(tx, {
      ownerId: upload.ownerId,
      assetId: id,
      ...{ state: 'processing', step: null, progress: 0, playable: false },
    });
    return true;
  });
  return taken || afterOthers(id);
}

/** Another process was quicker, and needs the file; or its owner gave it up, and nobody does. */
async function afterOthers(id: string): Promise<boolean> {
  const left = await findUpload(db(), id);
  if (!left) await storage().delete(receivedKey(id));
  return left !== null && left.state !== 'uploading';
}

const isStored = async ({ id, size }: Upload): Promise<boolean> =>
  (await storage().find(receivedKey(id)))?.size === size;

/** Are all bytes here, also after a power cut that comes now? */
async function isWhole({ id, size }: Upload): Promise<boolean> {
  const path = uploadPathOf(id);
  const found = await stat(path).catch(() => null);
  if (found?.size !== size) return false;
  const file = await open(path, 'r+');
  await file.datasync().finally(() => file.close());
  return true;
}
