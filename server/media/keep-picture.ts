import { imageLimits, type Picture } from '#contract/media.ts';
import { db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { storage } from '#server/platform/storage/index.ts';
import { type Drawn, drawPicture } from './draw-picture.ts';
import { keepPictureRow } from './pictures.store.ts';

const mayWait = 20;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws an uploaded JPG or PNG anew, stores its files and answers the picture, owned by this user.
 * Refuses with IMAGE_MISSING (empty), IMAGE_TOO_LARGE (over 8 MB), IMAGE_FORMAT, BUSY.
 */
export async function keepPicture(ownerId: string, file: Buffer): Promise<Picture> {
  if (file.length === 0) refuse('IMAGE_FORMAT');
  if (file.length > imageLimits.bytes) refuse('IMAGE_TOO_LARGE');
  const { files, ...drawn } = await oneAtATime(() => drawPicture(file));
  const picture: Picture = { id: crypto.randomUUID(), ...drawn };
  await storeFiles(picture.id, files);
  await keepPictureRow(db(), ownerId, picture);
  return picture;
}

/** Where a file of a picture stands in the storage. */
export const pictureKey = (id: string, name: string): string => `images/${id}/${name}`;

const storeFiles = (id: string, files: Drawn['files']) =>
  Promise.all(files.map(({ name, content }) => storage().put(pictureKey(id, name), content)));

/** Drawing fills a core and much memory for about a second: in turn, with a bounded queue. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mayWait) refuse('BUSY');
  waiting += 1;
  const mine = last.then(work, work);
  last = mine.catch(() => undefined);
  return mine.finally(() => {
    waiting -= 1;
  });
}
