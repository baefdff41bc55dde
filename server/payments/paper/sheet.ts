import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { keepNamesReadable } from './archive.ts';
import { Fonts, layoutOf, type Weight } from './fonts.ts';
import { cleanText, runsOf } from './scripts.rules.ts';
import { wrap } from './wrap.ts';

export type Ink = {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'center' | 'right';
  /** What the text is to those who have it read out; null for what is not read out. */
  tag?: 'P' | 'H1' | 'H2' | 'TH' | 'TD' | null;
};
type Box = { x: number; y: number; width: number };
type Paint = (document: PDFKit.PDFDocument) => void;

const require = createRequire(import.meta.url);
/** Read when the first paper is drawn: it is large, and most starts of the server need none of it. */
const library = (): typeof PDFDocument => require('pdfkit');

type About = { title: string; author: string; subject: string; language: string; madeAt: string };

export const page = {
  left: 48,
  right: 547,
  top: 48,
  bottom: 766,
  width: 595,
  height: 842,
} as const;
const lineHeight = 1.42;
const plain = { size: 9.5, weight: 400, color: '#2b2830', align: 'left', tag: 'P' } as const;

/**
 * Sheets of A4 on which texts of several scripts can be written. The file depends on nothing but what
 * is drawn and `madeAt`: the same calls give the same bytes. What is written is tagged in its order,
 * so that it can be read out; what is drawn is not.
 */
export class Sheet {
  readonly #document: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #fonts: Fonts;
  readonly #within: PDFKit.PDFStructureElement[] = [];

  constructor({ title, author, subject, language, madeAt }: About) {
    this.#document = new (library())({
      size: 'A4',
      margin: 0,
      lang: language,
      displayTitle: true,
      pdfVersion: '1.7',
      // PDF/A: papers are kept for years, and drawn alike by whatever opens them then.
      subset: 'PDF/A-2b',
      tagged: true,
      bufferPages: true,
      info: {
        Title: title,
        Author: author,
        Subject: subject,
        Creator: 'Platea',
        Producer: 'Platea',
        // The only Date of the house: pdfkit takes nothing else.
        CreationDate: new Date(madeAt),
      },
    });
    keepNamesReadable(this.#document);
    this.#document.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#fonts = new Fonts(this.#document);
    const whole = this.#document.struct('Document');
    this.#document.addStructure(whole);
    this.#within.push(whole);
  }

  /** What is written by `write` belongs together: a table, a row of it, a part of the paper. */
  group<Answer>(tag: 'Sect' | 'Table' | 'TR', write: () => Answer): Answer {
    const element = this.#document.struct(tag);
    this.#within.at(-1)?.add(element);
    this.#within.push(element);
    const answer = write();
    this.#within.pop();
    element.end();
    return answer;
  }

  /** Writes one text at (x, y), wrapped at `width`; answers the y below it. */
  write(text: string, box: Box, ink: Ink = {}): number {
    const { size, tag } = { ...plain, ...ink };
    const lines = this.#linesOf(text, box.width, ink);
    this.#marked(tag, () => {
      lines.forEach((line, at) => {
        this.#writeLine(line, { ...box, y: box.y + at * size * lineHeight }, ink);
      });
    });
    return box.y + lines.length * size * lineHeight;
  }

  /** The ink in which a text stands on one line of this width: a sum broken in two is misread. */
  onOneLine(text: string, width: number, ink: Ink): Ink {
    const { size, weight } = { ...plain, ...ink };
    const wide = this.#fonts.widthOf(text, { size, weight });
    // A hair less, lest rounding makes it wider than its column
    return wide <= width ? ink : { ...ink, size: (size * width * 0.995) / wide };
  }

  /** How high a text would be. */
  heightOf(text: string, width: number, ink: Ink = {}): number {
    return this.#linesOf(text, width, ink).length * (ink.size ?? plain.size) * lineHeight;
  }

  /** A thin line across the page. */
  rule(y: number, color = '#e2ddd6', width = 0.7): void {
    this.#marked(null, () => {
      this.#document.moveTo(page.left, y).lineTo(page.right, y).lineWidth(width).stroke(color);
    });
  }

  /** A ground of one colour. */
  ground(box: Box & { height: number; radius?: number }, color: string): void {
    const { x, y, width, height, radius = 0 } = box;
    this.#marked(null, () => {
      this.#document.roundedRect(x, y, width, height, radius).fill(color);
    });
  }

  /** A drawing, or a picture that says nothing that is not written beside it. */
  draw(paint: Paint): void {
    this.#marked(null, () => this.#painted(paint));
  }

  /** A drawing that says something: `says` is what it is to those who do not see it. */
  figure(says: string, box: Box & { height: number }, paint: Paint): void {
    const { x, y, width, height } = box;
    const content = this.#document.markStructureContent('Figure');
    this.#painted(paint);
    this.#document.endMarkedContent();
    // Where it stands; the types do not know of it.
    const options: object = { alt: says, bbox: [x, y, x + width, y + height] };
    this.#within.at(-1)?.add(this.#document.struct('Figure', options, [content]));
  }

  /** Is there room for `height` under `y`? */
  fits = (y: number, height: number): boolean => y + height <= page.bottom;

  /** Goes on a new page; answers the y to write at. */
  turn(): number {
    this.#document.addPage();
    return page.top + 34;
  }

  /** Goes over all pages once everything is written: what stands at their edges. */
  onEachPage(write: (number: number, count: number) => void): void {
    const { count } = this.#document.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      this.#document.switchToPage(at);
      write(at + 1, count);
    }
  }

  finish(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#document.on('end', () => resolve(Buffer.concat(this.#chunks)));
      this.#document.on('error', reject);
      this.#document.end();
    });
  }

  #painted(paint: Paint): void {
    this.#document.save();
    paint(this.#document);
    this.#document.restore();
  }

  #marked(tag: Ink['tag'] | null, write: () => void): void {
    if (!tag) {
      this.#document.markContent('Artifact', { type: 'Layout' });
      write();
      this.#document.endMarkedContent();
      return;
    }
    const content = this.#document.markStructureContent(tag);
    write();
    this.#document.endMarkedContent();
    // What a head stands over; the types do not know of it.
    const options: object = tag === 'TH' ? { scope: 'Column' } : {};
    this.#within.at(-1)?.add(this.#document.struct(tag, options, [content]));
  }

  #writeLine(line: string, { x: left, y, width }: Box, ink: Ink): void {
    const { size, weight, color, align } = { ...plain, ...ink };
    const spare = { left: 0, center: 0.5, right: 1 }[align];
    const wide = spare === 0 ? 0 : this.#fonts.widthOf(line, { size, weight });
    let x = left + (width - wide) * spare;
    for (const run of runsOf(line)) {
      this.#fonts.choose(run.script, size, weight);
      // One line for all of them to stand on: other fonts are higher than Inter
      const onLine = { ...layoutOf(run.text), baseline: 'alphabetic' } as const;
      this.#document.fillColor(color).text(run.text, x, y + size, onLine);
      x += this.#fonts.runWidth(run);
    }
  }

  #linesOf(text: string, width: number, ink: Ink): string[] {
    const { size, weight } = { ...plain, ...ink };
    return wrap(cleanText(text), width, (part) => this.#fonts.widthOf(part, { size, weight }));
  }
}
