export type Script = 'latin' | 'latin-ext' | 'cyrillic' | 'greek' | 'vietnamese';
export type Run = { script: Script; text: string };

/** Which of the font's files draws these characters; each file holds only some. */
const ranges: [Script, number, number][] = [
  ['latin', 0x20, 0x7e],
  ['latin', 0xa0, 0xff],
  ['latin', 0x131, 0x131],
  ['latin', 0x152, 0x153],
  ['latin', 0x2013, 0x2022],
  ['latin', 0x2026, 0x2026],
  ['latin', 0x2039, 0x203a],
  ['latin', 0x20ac, 0x20ac],
  ['latin', 0x2122, 0x2122],
  ['latin', 0x2212, 0x2212],
  ['vietnamese', 0x1ea0, 0x1ef9],
  ['latin-ext', 0x100, 0x24f],
  ['latin-ext', 0x1e00, 0x1e9f],
  ['greek', 0x384, 0x3ce],
  ['cyrillic', 0x401, 0x401],
  ['cyrillic', 0x410, 0x45f],
  ['cyrillic', 0x490, 0x491],
];

const scriptOf = (character: string): Script | null => {
  const point = character.codePointAt(0) ?? 0;
  return ranges.find(([, from, to]) => point >= from && point <= to)?.[0] ?? null;
};

/** A text as runs of one font file each; what no file can draw becomes a question mark. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text.normalize('NFC').replaceAll(/\s+/g, ' ')) {
    const script = scriptOf(character);
    const last = runs.at(-1);
    const shown = { script: script ?? 'latin', text: script ? character : '?' };
    if (last?.script === shown.script) last.text += shown.text;
    else runs.push(shown);
  }
  return runs;
}
