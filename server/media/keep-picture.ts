import { imageLimits, type Picture } from '#contract/media.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { storage } from '#server/platform/storage/index.ts';
import { drawInTurn } from './draw-in-turn.ts';
import { type Drawn, drawPicture } from './draw-picture.ts';
import { hasRoomFor, keepPictureRow, removePictureRow } from './pictures.store.ts';

/**
 * Draws an uploaded JPG or PNG anew, stores its files and answers the picture, owned by this user.
 * Refuses with IMAGE_TOO_LARGE (over 8 MB), IMAGE_FORMAT, BUSY, and IMAGE_QUOTA when the day has
 * brought as many of this person as it may. `gone`: whether nobody waits for the answer any more.
 */
export async function keepPicture(
  ownerId: string,
  file: Buffer,
  gone = () => false,
): Promise<Picture> {
  if (file.length === 0) refuse('IMAGE_FORMAT');
  if (file.length > imageLimits.bytes) refuse('IMAGE_TOO_LARGE');
  const since = instantText(now().subtract({ hours: 24 }));
  // Asked before the work, and again under a lock when it is kept.
  if (!(await hasRoomFor(db(), ownerId, since))) refuse('IMAGE_QUOTA');
  const { files, ...drawn } = await drawInTurn(() => drawPicture(file), { of: ownerId, gone });
  const picture: Picture = { id: crypto.randomUUID(), ...drawn };
  const kept = { picture, at: nowText(), since };
  if (!(await inTransaction((tx) => keepPictureRow(tx, ownerId, kept)))) refuse('IMAGE_QUOTA');
  await storeFiles(picture.id, files).catch(async (error: unknown) => {
    await removePictureRow(db(), picture.id);
    throw error;
  });
  return picture;
}

/** Where a file of a picture stands in the storage. */
export const pictureKey = (id: string, name: string): string => `images/${id}/${name}`;

const storeFiles = (id: string, files: Drawn['files']) =>
  Promise.all(files.map(({ name, content }) => storage().put(pictureKey(id, name), content)));
