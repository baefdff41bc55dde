import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Of fontkit, which comes without types, what is asked of it here. */
type Glyph = { path: { toSVG: () => string } };
type Position = { xAdvance: number; xOffset: number; yOffset: number };
type Font = {
  unitsPerEm: number;
  hasGlyphForCodePoint: (point: number) => boolean;
  layout: (text: string) => { glyphs: Glyph[]; positions: Position[]; advanceWidth: number };
};

export type Face = 'display' | 'text';

const require = createRequire(import.meta.url);
const inter = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'].map(
  (script) => `@fontsource/inter/files/inter-${script}-600-normal.woff`,
);
const bricolage = ['latin', 'latin-ext', 'vietnamese'].map(
  (script) =>
    `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${script}-wght-normal.woff2`,
);
/** Each file holds some scripts; what the first lacks the next may have. */
const files: Record<Face, string[]> = { display: [...bricolage, ...inter], text: inter };
const opened = new Map<string, Font>();

function fontFrom(file: string): Font {
  const known = opened.get(file);
  if (known) return known;
  const { create } = require('fontkit') as { create: (content: Buffer) => Font };
  const font = create(readFileSync(require.resolve(file)));
  opened.set(file, font);
  return font;
}

type Run = { font: Font; text: string };

/** A text as runs of one file each; what no file can draw becomes a question mark. */
function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = [];
  for (const sign of text.normalize('NFC')) {
    const point = sign.codePointAt(0) ?? 0;
    const file = files[face].find((name) => fontFrom(name).hasGlyphForCodePoint(point));
    const font = fontFrom(file ?? files[face][0] ?? '');
    const shown = file ? sign : '?';
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

const widths = new Map<string, number>();
const mostWidths = 5000;

/** How wide a text is at a size, in the units of the drawing. A text is tried at many sizes. */
export function widthOf(text: string, face: Face, size: number): number {
  const key = `${face} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known * size;
  const width = runsOf(text, face).reduce(
    (sum, run) => sum + run.font.layout(run.text).advanceWidth / run.font.unitsPerEm,
    0,
  );
  if (widths.size >= mostWidths) widths.clear();
  widths.set(key, width);
  return width * size;
}

type Place = { x: number; y: number; size: number; face: Face; fill: string };

/**
 * A text as outlines of SVG, its base line at y: so it is drawn from the fonts that came with the
 * packages, on a machine that has none installed.
 */
export function outlineOf(text: string, { x, y, size, face, fill }: Place): string {
  let at = x;
  let paths = '';
  for (const { font, text: part } of runsOf(text, face)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(part);
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index] as Position;
      const move = `translate(${round(at + xOffset * scale)} ${round(y - yOffset * scale)})`;
      paths += `<path transform="${move} scale(${round(scale)} ${round(-scale)})" d="${glyph.path.toSVG()}"/>`;
      at += xAdvance * scale;
    }
  }
  return `<g fill="${fill}">${paths}</g>`;
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
