import type { Picture } from '#contract/media.ts';

/** A picture as letters show it: the smallest file that is sharp on a phone. Nothing without one. */
export function letterPicture(
  picture: Picture | null,
  alt: string,
): { picture?: { path: string; alt: string } } {
  if (!picture) return {};
  const width = picture.widths.find((each) => each >= 1000) ?? picture.widths.at(-1);
  // Mail programs know neither AVIF nor WebP.
  return { picture: { path: `/images/${picture.id}/${width}.jpg`, alt } };
}
