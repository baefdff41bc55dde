import { encodeQR } from 'qr';
import { type Drawing, strong } from './looks.ts';
import { say } from './said.ts';
import { page } from './sheet.ts';

const millimetre = 72 / 25.4;
// The agency's words on the code (v0.4.7): from 30 to 40 mm, of level M, once, at the top of the first
// page; 2 mm of white around it or more; the words above and below in its middle, no smaller than others.
const size = 34 * millimetre;
const white = 3 * millimetre;
const top = 16;
const words = { ...strong, size: 11, align: 'center' } as const;

/** Where there is room beside and below the code. */
export type CodePlace = { left: number; bottom: number };

/**
 * The code by which whoever has the paper asks the tax agency about it, in the corner where a paper
 * begins, with the words that the law puts above and below it. Papers without one begin at the edge.
 */
export function drawCode({ sheet, invoice }: Drawing): CodePlace {
  const { code, language, number } = invoice;
  if (!code) return { left: page.left, bottom: 0 };
  const box = { x: page.left, width: size };
  const above = sheet.write(say(language, 'paper.code.before'), { ...box, y: top }, words);
  const y = above + white;
  const says = say(language, 'paper.code.says', { number });
  sheet.figure(says, { ...box, y, height: size }, (paper) => {
    // It gives one module of white around, at least; ours is drawn wider.
    const framed = encodeQR(code.address, 'raw', { ecc: 'medium', border: 1 });
    const modules = framed.slice(1, -1).map((row) => row.slice(1, -1));
    paintModules(paper, modules, { x: page.left, y });
  });
  const bottom = y + size + white;
  const place = { left: page.left + size + 24, bottom };
  if (!code.isVerifiable) return place;
  const below = say(language, 'paper.code.verifiable');
  return { ...place, bottom: sheet.write(below, { ...box, y: bottom }, words) };
}

/** Each row as the stretches of it that are dark; all of them one shape, so that no seam shows. */
function paintModules(
  paper: PDFKit.PDFDocument,
  modules: boolean[][],
  { x, y }: { x: number; y: number },
): void {
  const step = size / modules.length;
  modules.forEach((row, at) => {
    for (let from = row.indexOf(true); from >= 0; from = row.indexOf(true, from)) {
      const light = row.indexOf(false, from);
      const to = light < 0 ? row.length : light;
      paper.rect(x + from * step, y + at * step, (to - from) * step, step);
      from = to;
    }
  });
  paper.fill('#000000');
}
