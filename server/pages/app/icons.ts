import sharp from 'sharp';
import { brand as site } from '#server/platform/brand/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { brand } from '../brand.ts';

/** Maskable ones leave the outer fifth to whatever shape the system cuts. */
export const iconNames = [
  { name: 'icon-192', size: 192, purpose: 'any' },
  { name: 'icon-512', size: 512, purpose: 'any' },
  { name: 'maskable-192', size: 192, purpose: 'maskable' },
  { name: 'maskable-512', size: 512, purpose: 'maskable' },
] as const;

/** iOS rounds the corners itself, and Android shows a badge as a white shape. */
const others = [
  { name: 'apple-touch-icon', size: 180, purpose: 'maskable' },
  { name: 'badge-96', size: 96, purpose: 'badge' },
] as const;

type Purpose = 'any' | 'maskable' | 'badge';
const drawn = new Map<string, Promise<Buffer>>();

/**
 * An icon of the app as PNG: the logo of the settings, else the mark of the house. Drawn when it is
 * first asked for. Refuses unknown names.
 */
export function iconPng(name: string): Promise<Buffer> {
  const icon = orRefuse([...iconNames, ...others].find((one) => one.name === name) ?? null);
  const key = `${name} ${site().logo ?? brand.accent}`;
  const known = drawn.get(key);
  if (known) return known;
  const logo = site().pictures.get('logo')?.bytes;
  const drawing = logo ? drawLogo(logo, icon) : drawMark(icon);
  drawn.set(key, drawing);
  drawing.catch(() => drawn.delete(key));
  return drawing;
}

type Icon = { size: number; purpose: Purpose };
const scaleOf = (purpose: Purpose): number => (purpose === 'maskable' ? 0.8 : 1);
const nothing = { r: 0, g: 0, b: 0, alpha: 0 };

async function drawLogo(logo: Buffer, { size, purpose }: Icon): Promise<Buffer> {
  const inner = Math.round(size * scaleOf(purpose));
  const mark = await sharp(logo, { density: 300 })
    .resize(inner, inner, { fit: 'contain', background: nothing })
    .png()
    .toBuffer();
  const sheet = (background: string | typeof nothing) => ({
    create: { width: size, height: size, channels: 4 as const, background },
  });
  const icon =
    purpose === 'badge'
      ? sharp(mark).composite([{ input: sheet('#ffffff'), blend: 'in' }])
      : sharp(sheet(purpose === 'maskable' ? brand.stage : nothing)).composite([{ input: mark }]);
  return icon.png().toBuffer();
}

const drawMark = ({ size, purpose }: Icon): Promise<Buffer> =>
  sharp(Buffer.from(markSvg(purpose)), { density: 300 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer();

function markSvg(purpose: Purpose): string {
  const ink = purpose === 'badge' ? '#ffffff' : brand.accent;
  const ground = {
    any: `<rect width="64" height="64" rx="16" fill="${brand.stage}"/>`,
    maskable: `<rect width="64" height="64" fill="${brand.stage}"/>`,
    badge: '',
  }[purpose];
  const scale = scaleOf(purpose);
  const move = 32 - 32 * scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${ground}
    <g transform="translate(${move} ${move}) scale(${scale})" fill="none" stroke="${ink}" stroke-width="6" stroke-linecap="round">
      <path d="M14 22a18 18 0 0 1 36 0"/><path d="M22 34a10 10 0 0 1 20 0" opacity=".75"/>
      <circle cx="32" cy="46" r="5" fill="${ink}" stroke="none"/></g></svg>`;
}
