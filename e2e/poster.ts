import sharp from 'sharp';

/** A picture as an organizer has it in a file: of the shape and size that products have. */
export async function aPoster() {
  const create = { width: 1100, height: 650, channels: 3, background: '#3a1575' } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  return { name: 'poster.jpg', mimeType: 'image/jpeg', buffer };
}
