import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** A picture of the brand as it lies on disk; `faulty` says what is wrong with it. */
export type BrandFile = { type: 'image/svg+xml' | 'image/png'; bytes: Buffer };

const limit = 512 * 1024;
const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** It is shown as a picture only, where none of it would run; still, it has no business here. */
const active =
  /<script|<foreignObject|<!ENTITY|\son\w+\s*=|javascript:|href\s*=\s*["'](?!#|data:)/i;

/** Why a file cannot be the logo (square) or the wordmark (wide); null when it can. */
export function faultOf(path: string, shape: 'square' | 'wide'): string | null {
  let file: BrandFile | null;
  try {
    file = readBrandFile(path);
  } catch {
    return `the file ${path} cannot be read`;
  }
  if (!file) return `${path} is neither an SVG nor a PNG picture`;
  if (file.bytes.length > limit) return `${path} is larger than 512 KB`;
  if (file.type === 'image/svg+xml' && active.test(file.bytes.toString('utf8'))) {
    return `${path} holds scripts or links, which a logo must not`;
  }
  const size = sizeOf(file);
  if (!size) return `${path} does not say its size (a viewBox)`;
  const ratio = size.width / size.height;
  if (shape === 'square' && (ratio < 0.95 || ratio > 1.05)) return `${path} is not square`;
  if (shape === 'wide' && (ratio < 1.5 || ratio > 10)) {
    return `${path} is not a wordmark: it must be 1.5 to 10 times as wide as it is high`;
  }
  if (file.type === 'image/png' && size.height < 96) return `${path} is less than 96 pixels high`;
  return null;
}

/** The picture at a path; null when it is of no kind that we show. Throws when it cannot be read. */
export function readBrandFile(path: string): BrandFile | null {
  const bytes = readFileSync(path);
  const ending = extname(path).toLowerCase();
  if (ending === '.png' && bytes.subarray(0, 8).equals(pngMark))
    return { type: 'image/png', bytes };
  if (ending === '.svg' && /<svg[\s>]/.test(bytes.subarray(0, 2000).toString('utf8'))) {
    return { type: 'image/svg+xml', bytes };
  }
  return null;
}

export function sizeOf({ type, bytes }: BrandFile): { width: number; height: number } | null {
  if (type === 'image/png') {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  const box = /viewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/;
  const found = box.exec(bytes.toString('utf8'));
  const [width, height] = [Number(found?.[1]), Number(found?.[2])];
  return width > 0 && height > 0 ? { width, height } : null;
}
