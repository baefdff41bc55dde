/** How wide a text is at a size. */
export type Measure = (text: string, size: number) => number;
export type Fitted = { lines: string[]; size: number; lineHeight: number };
type Box = { width: number; height: number; sizes: readonly number[]; leading: number };

/**
 * A whole text at the largest of `sizes` at which its lines fill no more than the box. Nothing is
 * cut: a word that is wider than a line at every size goes on in the next line. The last size is
 * taken whatever it fills.
 */
export function fitText(text: string, box: Box, measure: Measure): Fitted {
  const words = text.replaceAll(/\s+/g, ' ').trim().split(' ');
  const smallest = box.sizes.at(-1) ?? 0;
  const mayBeWhole = words.every((word) => measure(word, smallest) <= box.width);
  let fitted: Fitted = { lines: [], size: 0, lineHeight: 0 };
  for (const size of box.sizes) {
    const fits = (part: string) => measure(part, size) <= box.width;
    const lines = linesOf(words, fits);
    fitted = { lines, size, lineHeight: Math.round(size * box.leading) };
    const isWhole = !mayBeWhole || words.every(fits);
    if (isWhole && lines.length * fitted.lineHeight <= box.height) return fitted;
  }
  return fitted;
}

function linesOf(words: string[], fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.flatMap((whole) => piecesOf(whole, fits))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && !fits(longer)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

function piecesOf(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const sign of word) {
    if (piece !== '' && !fits(piece + sign)) {
      pieces.push(piece);
      piece = '';
    }
    piece += sign;
  }
  return [...pieces, piece];
}
