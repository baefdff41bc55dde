import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { type Run, runsOf, type Script } from './scripts.rules.ts';

type Weight = 400 | 600;
export type Ink = {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
};

const require = createRequire(import.meta.url);
const fonts = new Map<string, Buffer>();

function fontFile(script: Script, weight: Weight): Buffer {
  const name = `@fontsource/inter/files/inter-${script}-${weight}-normal.woff`;
  const known = fonts.get(name) ?? readFileSync(require.resolve(name));
  fonts.set(name, known);
  return known;
}

export const page = { left: 56, right: 539, top: 56, bottom: 786 } as const;

/**
 * A sheet of A4 on which texts of several scripts can be written. The file depends on nothing but
 * what is drawn and `madeAt`: the same calls give the same bytes.
 */
export class Sheet {
  readonly #document: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #known = new Set<string>();

  constructor(given: { title: string; author: string; language: string; madeAt: string }) {
    this.#document = new PDFDocument({
      size: 'A4',
      margin: 0,
      lang: given.language,
      displayTitle: true,
      pdfVersion: '1.7',
      info: {
        Title: given.title,
        Author: given.author,
        Creator: 'Platea',
        Producer: 'Platea',
        // The only Date of the house: pdfkit takes nothing else.
        CreationDate: new Date(given.madeAt),
      },
    });
    this.#document.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** Writes one text at (x, y), wrapped at `width`; answers the y below it. */
  write(text: string, box: { x: number; y: number; width: number }, ink: Ink = {}): number {
    const { size = 9.5, color = '#1d1a24', align = 'left' } = ink;
    let y = box.y;
    for (const line of this.#wrap(text, box.width, ink)) {
      const runs = runsOf(line);
      let x = align === 'right' ? box.x + box.width - this.#widthOf(runs, ink) : box.x;
      for (const run of runs) {
        this.#choose(run.script, ink);
        this.#document.fillColor(color).text(run.text, x, y, { lineBreak: false });
        x += this.#document.widthOfString(run.text);
      }
      y += size * 1.45;
    }
    return y;
  }

  /** A thin line across the page. */
  rule(y: number, color = '#dcd7e4'): void {
    this.#document.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.7).stroke(color);
  }

  /** Goes on a new page when less than `height` is left; answers the y to write at. */
  room(y: number, height: number): number {
    if (y + height <= page.bottom) return y;
    this.#document.addPage();
    return page.top;
  }

  finish(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#document.on('end', () => resolve(Buffer.concat(this.#chunks)));
      this.#document.on('error', reject);
      this.#document.end();
    });
  }

  #choose(script: Script, { size = 9.5, weight = 400 }: Ink): void {
    const name = `${script}-${weight}`;
    if (!this.#known.has(name)) this.#document.registerFont(name, fontFile(script, weight));
    this.#known.add(name);
    this.#document.font(name).fontSize(size);
  }

  #widthOf(runs: Run[], ink: Ink): number {
    return runs.reduce((sum, run) => {
      this.#choose(run.script, ink);
      return sum + this.#document.widthOfString(run.text);
    }, 0);
  }

  #wrap(text: string, width: number, ink: Ink): string[] {
    const lines: string[] = [];
    for (const word of text.split(/\s+/).filter(Boolean).flatMap(cutLong)) {
      const last = lines.at(-1);
      const joined = last === undefined ? word : `${last} ${word}`;
      if (last === undefined || this.#widthOf(runsOf(joined), ink) > width) lines.push(word);
      else lines[lines.length - 1] = joined;
    }
    return lines;
  }
}

/** A word longer than any column is cut, not drawn over its neighbour. */
const cutLong = (word: string): string[] => word.match(/.{1,40}/gu) ?? [];
