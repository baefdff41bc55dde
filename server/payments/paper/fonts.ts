import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Run, runsOf, type Script } from './scripts.rules.ts';

/** 800 is that of titles, in the typeface of the house. */
export type Weight = 400 | 600 | 800;

const require = createRequire(import.meta.url);
const files = new Map<string, Buffer>();

const others: Partial<Record<Script, string>> = {
  arabic: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic',
  hebrew: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew',
  emoji: '@fontsource/noto-emoji/files/noto-emoji-emoji',
};
const inTitles = new Set<Script>(['latin', 'latin-ext', 'vietnamese']);

function pathOf(script: Script, weight: Weight): string {
  const titles = weight === 800 && inTitles.has(script);
  const family = titles ? 'bricolage-grotesque' : 'inter';
  const start = others[script] ?? `@fontsource/${family}/files/${family}-${script}`;
  const drawn = script === 'emoji' ? 400 : weight === 800 && !titles ? 600 : weight;
  return `${start}-${drawn}-normal.woff`;
}

function fileAt(path: string): Buffer {
  const known = files.get(path) ?? readFileSync(require.resolve(path));
  files.set(path, known);
  return known;
}

/** Chooses the fonts of one document and measures in them. */
export class Fonts {
  readonly #document: PDFKit.PDFDocument;
  readonly #known = new Set<string>();

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
  }

  choose(script: Script, size: number, weight: Weight): void {
    const path = pathOf(script, weight);
    if (!this.#known.has(path)) this.#document.registerFont(path, fileAt(path));
    this.#known.add(path);
    this.#document.font(path).fontSize(size);
  }

  /** The width in points of what was chosen last; a run is laid out as one, for its joins. */
  runWidth({ text }: Run): number {
    return this.#document.widthOfString(text, layoutOf(text));
  }

  widthOf(text: string, { size, weight }: { size: number; weight: Weight }): number {
    return runsOf(text).reduce((sum, run) => {
      this.choose(run.script, size, weight);
      return sum + this.runWidth(run);
    }, 0);
  }
}

type Features = PDFKit.Mixins.OpenTypeFeatures[];

/** With features named, even none, pdfkit lays out all of it at once instead of word by word. */
const wholeRun = { features: [] as Features, lineBreak: false };

/**
 * Digits as wide as each other, so that they stand under each other, and nothing moved together: of
 * 17,80 the comma would hide under the 7. The types do not know that a feature can be switched off.
 */
const figures = { ...wholeRun, features: { tnum: true, kern: false } as unknown as Features };

/** How a run is laid out, measured and drawn alike: a sum has digits, and no small letters or hyphens. */
export const layoutOf = (text: string) =>
  /\d/.test(text) && !/[\p{Ll}-]/u.test(text) ? figures : wholeRun;
