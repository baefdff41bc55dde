const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks a text into lines no wider than `width`; a word that is wider by itself is cut. */
export function wrap(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (widthOf(joined) <= width) lines[Math.max(0, lines.length - 1)] = joined;
    else lines.push(...pieces(word, width, widthOf));
  }
  return lines;
}

function pieces(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word];
  const cut = [''];
  for (const { segment } of graphemes.segment(word)) {
    const longer = cut.at(-1) + segment;
    if (cut.at(-1) !== '' && widthOf(longer) > width) cut.push(segment);
    else cut[cut.length - 1] = longer;
  }
  return cut;
}
