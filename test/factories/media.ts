import sharp from 'sharp';
import type { Picture } from '#contract/media.ts';
import { keepPicture } from '#server/media/index.ts';
import type { Someone } from './accounts.ts';

type Shape = { width?: number; height?: number; format?: 'jpeg' | 'png' };

/** A whole picture file of one colour, small in bytes. */
export function aPictureFile({ width = 330, height = 195, format = 'jpeg' }: Shape = {}) {
  const background = { r: 122, g: 46, b: 230 };
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A picture that this person has uploaded. */
export async function aPicture({ owner }: { owner: Pick<Someone, 'id'> }): Promise<Picture> {
  return keepPicture(owner.id, await aPictureFile());
}

/** The body of an upload as a browser sends it, with its header. */
export function anUpload(file: Buffer, { field = 'file', name = 'picture.jpg' } = {}) {
  const boundary = `----platea${crypto.randomUUID()}`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
