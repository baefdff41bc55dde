import { drawBackdrop, picturesByIds } from '#server/media/index.ts';
import { db } from '#server/platform/database/index.ts';
import { findPosterOf } from './broadcasts.queries.ts';
import { productHere } from './on-air.ts';

/** What viewers of a broadcast see while no encoder sends: its poster, blurred; null without one. */
export async function slatePicture(broadcastId: string): Promise<Buffer | null> {
  const productId = productHere(broadcastId);
  const imageId = productId ? await findPosterOf(db(), productId) : null;
  const picture = imageId && (await picturesByIds(db(), [imageId])).get(imageId);
  return picture ? drawBackdrop(picture) : null;
}
