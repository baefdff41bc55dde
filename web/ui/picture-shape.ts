/** What is asked of a picture before it is sent, and how it is cut. No browser in here. */
export type Size = { width: number; height: number };
export type Area = Size & { x: number; y: number };
export const pictureFaults = ['wrongType', 'tooLarge', 'tooManyPixels', 'broken'] as const;
export type PictureFault = (typeof pictureFaults)[number];

/** The server judges again, by the same measures (`server/media`). */
export const pictureRules = {
  bytes: 8 * 1024 * 1024,
  types: ['image/jpeg', 'image/png'],
  pixels: 64_000_000,
  side: 16_000,
};

export function faultOfFile({ type, size }: { type: string; size: number }): PictureFault | null {
  if (!pictureRules.types.includes(type)) return 'wrongType';
  return size > pictureRules.bytes ? 'tooLarge' : null;
}

export function faultOfSize({ width, height }: Size): PictureFault | null {
  if (width < 1 || height < 1) return 'broken';
  const { pixels, side } = pictureRules;
  return width * height > pixels || Math.max(width, height) > side ? 'tooManyPixels' : null;
}

/** A hundredth more or less is not seen, and not worth a question. */
export function hasShape(picture: Size, shape: Size): boolean {
  const ratio = picture.width / picture.height / (shape.width / shape.height);
  return Math.abs(ratio - 1) <= 0.01;
}

/** So small that it is drawn larger than it is: it will look blurred. */
export const isSmall = (picture: Size, shape: Size): boolean =>
  picture.width < shape.width || picture.height < shape.height;

/** Pixels as people write them: 1100, never 1,100 as if they were money. */
export const sizeWords = (picture: Size, shape: Size) => ({
  width: String(picture.width),
  height: String(picture.height),
  wantedWidth: String(shape.width),
  wantedHeight: String(shape.height),
});

/** Twice the widest that the server makes of it: what is more would be sent for nothing. */
const widest = 3200;

/** How large a part of a picture is drawn: never above what it is. `share` makes it smaller still. */
export function drawnSize(area: Size, share = 1): Size {
  const scale = Math.min(1, widest / Math.max(area.width, area.height)) * share;
  const of = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: of(area.width), height: of(area.height) };
}
