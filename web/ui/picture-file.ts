import {
  type Area,
  drawnSize,
  faultOfSize,
  type PictureFault,
  pictureRules,
} from './picture-shape.ts';

/** A picture that can be looked at and cut: a chosen file, or one that was sent before. */
export type OpenPicture = { url: string; width: number; height: number; file: Blob | null };

/** Opens a chosen file; throws a `PictureFault` as the message when it is none that can be shown. */
export async function openFile(file: Blob): Promise<OpenPicture> {
  const url = URL.createObjectURL(file);
  try {
    return { ...(await opened(url)), file };
  } catch (fault) {
    URL.revokeObjectURL(url);
    throw fault;
  }
}

export const openAddress = async (url: string): Promise<OpenPicture> => ({
  ...(await opened(url)),
  file: null,
});

/** Its memory back; what came from an address has none. */
export function closePicture({ url, file }: OpenPicture): void {
  if (file) URL.revokeObjectURL(url);
}

async function opened(url: string) {
  const { naturalWidth: width, naturalHeight: height } = await imageAt(url);
  const fault = faultOfSize({ width, height });
  if (fault) throw new Error(fault);
  return { url, width, height };
}

async function imageAt(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  const fault: PictureFault = 'broken';
  await image.decode().catch(() => Promise.reject(new Error(fault)));
  return image;
}

/** The smaller the file must become, the smaller it is drawn. */
const shares = [1, 0.75, 0.5, 0.35];

/**
 * The part of a picture, as a file that may be sent. It is cut here and not on the server, which so
 * gets nothing that was cut away, and keeps one way to make a picture. Drawn from the original at its
 * own size: JPEG at 95 % loses nothing that the server's own making would keep; what can be seen
 * through stays PNG.
 */
export async function cutOut({ url }: OpenPicture, area: Area): Promise<Blob> {
  const image = await imageAt(url);
  const type = isSeeThrough(draw(image, area, 64 / Math.max(area.width, area.height)))
    ? 'image/png'
    : 'image/jpeg';
  for (const share of shares) {
    const blob = await blobOf(draw(image, area, share), type);
    if (blob && blob.size <= pictureRules.bytes) return blob;
  }
  throw new Error('tooLarge' satisfies PictureFault);
}

function draw(image: HTMLImageElement, area: Area, share: number): HTMLCanvasElement {
  const size = drawnSize(area, Math.min(1, share));
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('broken' satisfies PictureFault);
  context.imageSmoothingQuality = 'high';
  const { x, y, width, height } = area;
  context.drawImage(image, x, y, width, height, 0, 0, size.width, size.height);
  return canvas;
}

function isSeeThrough(canvas: HTMLCanvasElement): boolean {
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 250) return true;
  return false;
}

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.95));
