import sharp from 'sharp';
import type { Picture } from '#contract/media.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';
import { pictureKey } from './keep-picture.ts';

const size = { width: 1920, height: 1080 };

/**
 * A picture as something to wait before: blurred and dark, 1920 × 1080, JPEG. Null when its files
 * are gone.
 */
export async function drawBackdrop(picture: Picture): Promise<Buffer | null> {
  const smallest = Math.min(...picture.widths);
  try {
    const file = await storage().read(pictureKey(picture.id, `${smallest}.jpg`));
    // Blurred while it is small: the same look for a tenth of the work.
    const blurred = await sharp(file).resize(320, 180, { fit: 'cover' }).blur(6).toBuffer();
    return await sharp(blurred)
      .resize(size.width, size.height, { kernel: 'cubic' })
      .modulate({ brightness: 0.45, saturation: 0.8 })
      .jpeg({ quality: 85 })
      .toBuffer();
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}
