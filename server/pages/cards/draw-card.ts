import sharp from 'sharp';
import { cardSize } from '#contract/shared/card-address.ts';
import { brand } from '../brand.ts';
import { fitText } from './fit-text.rules.ts';
import { type Face, outlineOf, widthOf } from './outline.ts';

export type Card = {
  /** A line above the title. */
  kicker: string;
  title: string;
  /** Lines below the title. */
  facts: string[];
  /** In the accent, such as the price; empty for none. */
  badge: string;
  /** The picture as it is stored, or null. */
  picture: Buffer | null;
};

const { width, height } = cardSize;
const left = 64;
const pictureFrom = 640;
const column = pictureFrom - left - 24;
const ink = '#ffffff';
const quiet = '#c9c4d1';

/** A link's picture: what it leads to, on the dark stage. JPEG, 1200 × 630, under 200 KB. */
export async function drawCard(card: Card): Promise<Buffer> {
  const layers = card.picture
    ? [{ input: await besideText(card.picture), left: pictureFrom - 60, top: 0 }]
    : [];
  return sharp(Buffer.from(svg(`<rect width="100%" height="100%" fill="${brand.stage}"/>`)))
    .composite([...layers, { input: Buffer.from(svg(foreground(card))), left: 0, top: 0 }])
    .flatten({ background: brand.stage })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;

const besideText = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .resize({ width: width - pictureFrom + 60, height, fit: 'cover', position: 'attention' })
    .toBuffer();

function foreground(card: Card): string {
  const shade = `<defs><linearGradient id="s"><stop offset="0" stop-color="${brand.stage}"/><stop offset="1" stop-color="${brand.stage}" stop-opacity="0"/></linearGradient></defs>
    <rect x="${pictureFrom - 61}" width="220" height="100%" fill="url(#s)"/>`;
  return `${card.picture ? shade : seats()}${head()}${words(card)}`;
}

/** The mark, large and faint, where there is no picture. */
const seats = (): string =>
  `<g transform="translate(660 60) scale(16)" fill="none" stroke="${brand.accent}" stroke-width="2.4" stroke-linecap="round" opacity="0.22">
    <path d="M4 17a16 16 0 0 1 32 0"/><path d="M11.5 21.5a8.5 8.5 0 0 1 17 0"/>
    <circle cx="20" cy="28" r="3" fill="${brand.accent}"/></g>`;

const head = (): string =>
  `<g transform="translate(${left} 52) scale(1.25)" fill="none" stroke="${brand.accent}" stroke-width="3.6" stroke-linecap="round">
    <path d="M4 17a16 16 0 0 1 32 0"/><path d="M11.5 21.5a8.5 8.5 0 0 1 17 0" opacity="0.7"/>
    <circle cx="20" cy="28" r="4" fill="${brand.accent}" stroke="none"/></g>
  ${line(brand.name, { x: left + 64, y: 88, size: 34, face: 'display', fill: ink })}`;

type Line = { x: number; y: number; size: number; face: Face; fill: string };
const line = (text: string, place: Line): string => outlineOf(text, place);

/** From below upwards: the badge, the facts; the title takes what is left, in the middle of it. */
function words({ kicker, title, facts, badge }: Card): string {
  const base = height - 56;
  const pill = badge === '' ? '' : badgeAt(badge, base);
  const below = badge === '' ? base : base - 78;
  const lines = facts.flatMap((fact) =>
    fitted(fact, 'text', [26, 22, 19], 96).lines.map((text) => text),
  );
  const size = Math.min(...facts.map((fact) => fitted(fact, 'text', [26, 22, 19], 96).size), 26);
  const leading = Math.round(size * 1.45);
  const factsTop = below - lines.length * leading;
  const drawn = lines.map((text, index) =>
    line(text, { x: left, y: factsTop + (index + 1) * leading, size, face: 'text', fill: quiet }),
  );
  const top = kicker === '' ? 130 : 166;
  const space = factsTop - 12 - top;
  const said = fitted(title, 'display', [72, 64, 56, 50, 44, 38, 33, 29, 25], space);
  const from = top + (space - said.lines.length * said.lineHeight) / 2;
  const titleLines = said.lines.map((text, index) =>
    line(text, {
      x: left,
      y: from + index * said.lineHeight + said.size * 0.86,
      size: said.size,
      face: 'display',
      fill: ink,
    }),
  );
  const above =
    kicker === ''
      ? ''
      : line(kicker, { x: left, y: 156, size: 22, face: 'text', fill: brand.accent });
  return [above, ...titleLines, ...drawn, pill].join('');
}

const fitted = (text: string, face: Face, sizes: number[], space: number) =>
  fitText(
    text,
    { width: column, height: space, sizes, leading: face === 'display' ? 1.1 : 1.45 },
    (part, size) => widthOf(part, face, size),
  );

function badgeAt(text: string, base: number): string {
  const size = 30;
  const wide = widthOf(text, 'text', size) + 44;
  return `<rect x="${left}" y="${base - 50}" width="${wide}" height="56" rx="14" fill="${brand.accent}"/>
    ${line(text, { x: left + 22, y: base - 11, size, face: 'text', fill: '#17151a' })}`;
}
