import { CannotStart } from '../cannot-start.ts';
import { config } from '../config.ts';
import { log } from '../log.ts';
import { type Storage, storage } from './index.ts';
import { StorageFailed } from './storage-failed.ts';

/**
 * At the start: can files be written where STORAGE_URL says? What whoever set it must mend stops the
 * start (`CannotStart`). Storage that is away for now does not: a show can go on without it.
 */
export async function proveStorage(proved: Storage = storage()): Promise<void> {
  const where = config().STORAGE_URL ?? 'under DATA_DIR';
  try {
    await proved.check();
  } catch (error) {
    const sentence = sentenceOf(error, where);
    if (sentence) throw new CannotStart(sentence);
    log().error({ err: error }, 'storage cannot be reached');
  }
}

const askedAnew = 'Look at endpoint, region and pathStyle in it';

function sentenceOf(error: unknown, where: string): string | null {
  if (!(error instanceof StorageFailed))
    return `The storage of STORAGE_URL (${where}) cannot be written: ${(error as Error).message}.`;
  const { reason, status } = error;
  if (reason === 'CredentialsProviderError')
    return `AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and no other log-in for STORAGE_URL (${where}) was found.`;
  if (reason === 'NoSuchBucket')
    return `STORAGE_URL (${where}) names a bucket that does not exist.`;
  if (status === 403)
    return `The storage of STORAGE_URL (${where}) refuses AWS_ACCESS_KEY_ID: ${reason}.`;
  if (status !== null && status < 500 && status !== 408 && status !== 429)
    return `The storage of STORAGE_URL (${where}) does not take files: ${reason}. ${askedAnew}.`;
  return null;
}
