import { createHash } from 'node:crypto';
import { type Brand, footlights, type Look } from '#contract/shared/brand.ts';
import { config } from '../config.ts';
import { lookOf } from './accent.rules.ts';
import { type BrandFile, readBrandFile } from './files.ts';

export type PictureName = 'logo' | 'wordmark' | 'wordmark-dark';
type Made = Brand & { pictures: Map<PictureName, BrandFile> };

let made: { of: string; brand: Made } | null = null;

/** Name, logo and look of this installation, by SITE_NAME, SITE_LOGO, SITE_WORDMARK, SITE_ACCENT. */
export function brand(): Made {
  const { SITE_NAME, SITE_LOGO, SITE_WORDMARK, SITE_ACCENT } = config();
  const of = JSON.stringify([SITE_NAME, SITE_LOGO, SITE_WORDMARK, SITE_ACCENT]);
  if (made?.of !== of) made = { of, brand: makeBrand() };
  return made.brand;
}

/** What pages are told of it. */
export function pageBrand(): Brand {
  const { pictures: _, ...shown } = brand();
  return shown;
}

/** The shades in force, also where they are those of the house: for letters and papers. */
export const lookInForce = (): Look => brand().look ?? footlights;

function makeBrand(): Made {
  const { SITE_NAME, SITE_LOGO, SITE_WORDMARK, SITE_ACCENT } = config();
  const pictures = new Map<PictureName, BrandFile>();
  const keep = (name: PictureName, path: string | undefined): string | null => {
    const file = path ? readBrandFile(path) : null;
    if (!file) return null;
    pictures.set(name, file);
    return addressOf(name, file);
  };
  const logo = keep('logo', SITE_LOGO);
  const [forLight, forDark = forLight] = SITE_WORDMARK ?? [];
  const light = keep('wordmark', forLight);
  const dark = keep('wordmark-dark', forDark);
  return {
    name: SITE_NAME,
    logo,
    wordmark: light && dark ? { light, dark } : null,
    look: SITE_ACCENT && SITE_ACCENT !== footlights.shades[5] ? lookOf(SITE_ACCENT) : null,
    pictures,
  };
}

/** The content is in the address, so that browsers may keep it for ever. */
function addressOf(name: PictureName, { type, bytes }: BrandFile): string {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return `/brand/${name}-${digest}.${type === 'image/png' ? 'png' : 'svg'}`;
}

/** The mark of the house in the accent's colour, on a ground of its own. */
export function houseMark(): string {
  const color = lookInForce().shades[4];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="#131215"/><path d="M14 22a18 18 0 0 1 36 0" fill="none" stroke="${color}" stroke-width="6" stroke-linecap="round"/><path d="M22 34a10 10 0 0 1 20 0" fill="none" stroke="${color}" stroke-width="6" stroke-linecap="round" opacity=".75"/><circle cx="32" cy="46" r="5" fill="${color}"/></svg>`;
}

/** A picture of the settings for papers, `height` pixels high; null when the settings name none. */
export async function pictureAsPng(name: PictureName, height: number): Promise<Buffer | null> {
  const { pictures, logo, wordmark } = brand();
  const picture = pictures.get(name);
  if (!picture) return null;
  const key = `${height} ${name === 'logo' ? logo : wordmark?.light}`;
  const known = asPng.get(key) ?? drawPng(picture, height);
  asPng.set(key, known);
  known.catch(() => asPng.delete(key));
  return known;
}

const asPng = new Map<string, Promise<Buffer>>();

async function drawPng({ bytes }: BrandFile, height: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { density: 300 }).resize({ height }).png({ compressionLevel: 9 }).toBuffer();
}
