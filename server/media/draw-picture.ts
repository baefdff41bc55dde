import sharp, { type OutputInfo } from 'sharp';
import { refuse } from '#server/platform/errors.ts';
import {
  formatLanes,
  longestSide,
  mostPixels,
  type PictureFormat,
  pictureType,
  widthsFor,
} from './pictures.rules.ts';

// Pictures come one by one; a cache of them and a thread for each core would only crowd the rest out.
sharp.cache(false);
sharp.concurrency(1);

export type Drawn = {
  width: number;
  height: number;
  widths: number[];
  placeholder: string;
  files: { name: string; content: Buffer }[];
};

type Pixels = { data: Buffer; info: OutputInfo };

/**
 * Draws an uploaded file anew in every width and format: nothing of the file but its pixels goes
 * on. Refuses with IMAGE_FORMAT whatever is not a whole JPG or PNG picture of sane size.
 */
export async function drawPicture(file: Buffer): Promise<Drawn> {
  const source = await readSource(file);
  const widths = widthsFor(source.width);
  const pixels = await pixelsOf(file, widths.at(-1) ?? source.width);
  const files = await encodeAll(pixels, widths);
  return { ...source, widths, placeholder: await placeholderOf(pixels), files };
}

async function encodeAll(pixels: Pixels, widths: number[]): Promise<Drawn['files']> {
  const lanes = formatLanes.map((formats) => encodeInTurn(pixels, widths, formats));
  // Where one fails, the next picture waits until the other has ended, too.
  await Promise.allSettled(lanes);
  return (await Promise.all(lanes)).flat();
}

async function encodeInTurn(pixels: Pixels, widths: number[], formats: readonly PictureFormat[]) {
  const files: Drawn['files'] = [];
  for (const width of widths) {
    for (const format of formats) {
      files.push({ name: `${width}.${format}`, content: await encode(pixels, width, format) });
    }
  }
  return files;
}

async function readSource(file: Buffer): Promise<{ width: number; height: number }> {
  const type = pictureType(file);
  if (!type || carriesMore(file, type)) refuse('IMAGE_FORMAT');
  const found = await open(file).metadata().catch(notAPicture);
  const { width, height } = found.autoOrient;
  const longest = Math.max(width, height);
  if (found.format !== type || longest > longestSide || width * height > mostPixels) {
    refuse('IMAGE_FORMAT');
  }
  return { width, height };
}

const open = (file: Buffer) => sharp(file, { limitInputPixels: mostPixels, failOn: 'error' });
const notAPicture = (): never => refuse('IMAGE_FORMAT');

const otherFiles = ['PK\u0003\u0004', '%PDF-', '<?php', '<script', '<html', '<svg', '<!doctype'];

/**
 * Does another file hang behind the picture? Cameras append harmless things, so only what some
 * program would run or open counts. (It would be lost in drawing anyway.)
 */
function carriesMore(file: Buffer, type: 'jpeg' | 'png'): boolean {
  const end = type === 'png' ? endOfPng(file) : file.lastIndexOf(Buffer.from([0xff, 0xd9]));
  if (end < 0) return true;
  const rest = file.subarray(end).toString('latin1').toLowerCase();
  return otherFiles.some((start) => rest.includes(start.toLowerCase()));
}

const beforeChunks = 8;
/** Of a chunk but its data: length, name and sum. */
const aroundData = 12;

/** Where a PNG is over by its own account, whatever comes then; -1 if it does not say. */
function endOfPng(file: Buffer): number {
  let at = beforeChunks;
  while (at + aroundData <= file.length) {
    const name = file.toString('latin1', at + 4, at + 8);
    at += aroundData + file.readUInt32BE(at);
    if (name === 'IEND') return at;
  }
  return -1;
}

/** The pixels, upright, in sRGB, no wider than the largest width to make. Broken files end here. */
const pixelsOf = (file: Buffer, width: number): Promise<Pixels> =>
  open(file)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(notAPicture);

const from = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } });

function encode(pixels: Pixels, width: number, format: PictureFormat): Promise<Buffer> {
  const resized = from(pixels).resize({ width, withoutEnlargement: true });
  if (format === 'avif') return resized.avif({ quality: 52, effort: 2 }).toBuffer();
  if (format === 'webp') return resized.webp({ quality: 78, effort: 4 }).toBuffer();
  return resized.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

/** A few blurred pixels as data URL, some 150 bytes: the colours that are about to come. */
async function placeholderOf(pixels: Pixels): Promise<string> {
  const small = from(pixels).resize({ width: 16, height: 16, fit: 'inside' });
  const tiny = await small.blur(1).webp({ quality: 30 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}
