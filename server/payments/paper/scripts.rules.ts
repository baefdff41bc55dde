export type Script =
  | 'latin'
  | 'latin-ext'
  | 'cyrillic'
  | 'greek'
  | 'vietnamese'
  | 'arabic'
  | 'hebrew'
  | 'emoji';
export type Run = { script: Script; text: string };

/** Which of the font files draws these characters; each file holds only some. */
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
  ['hebrew', 0x591, 0x5f4],
  ['arabic', 0x600, 0x6ff],
  ['arabic', 0x750, 0x77f],
  ['arabic', 0x200c, 0x200c],
];

/** Joins and turns that pictures of several characters are made of. */
const picture =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f)$/u;
/** What is not drawn, and could turn the order of all that follows: U+202E and its like. */
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
const blank = /[\s--\u00a0]+/gv;

const scriptOf = (character: string): Script | null => {
  const point = character.codePointAt(0) ?? 0;
  const found = ranges.find(([, from, to]) => point >= from && point <= to);
  return found?.[0] ?? (picture.test(character) ? 'emoji' : null);
};

const isRightToLeft = (script: Script): boolean => script === 'arabic' || script === 'hebrew';

/** A text without what is not drawn: one blank between words; the blank that binds stays. */
export const cleanText = (text: string): string =>
  text.normalize('NFC').replaceAll(blank, ' ').replaceAll(unseen, '').trim();

/**
 * A text as runs of one font file each, in the order in which they are drawn from left to right; what
 * no file can draw becomes a question mark. Words of a script that is written from right to left stay
 * together with the blanks between them.
 */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of cleanText(text)) {
    const script = scriptOf(character);
    const last = runs.at(-1);
    const shown = { script: script ?? 'latin', text: script ? character : '?' };
    if (last?.script === shown.script) last.text += shown.text;
    else runs.push(shown);
  }
  return inDrawnOrder(joinedWords(runs));
}

const isBetweenWords = ({ script, text }: Run): boolean =>
  script === 'latin' && !/\p{L}/u.test(text);

/** Numbers among words that run to the left follow them to the left; Latin words end such a stretch. */
function inDrawnOrder(runs: Run[]): Run[] {
  const ordered: Run[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    let end = at;
    for (let next = at; next < runs.length && joins(runs, next); next += 1) {
      const run = runs[next] as Run;
      if (isRightToLeft(run.script) || /\d/.test(run.text)) end = next + 1;
    }
    if (end > at && isRightToLeft((runs[at] as Run).script)) {
      ordered.push(...runs.slice(at, end).reverse().map(turned));
      at = end - 1;
    } else ordered.push(runs[at] as Run);
  }
  return ordered;
}

const joins = (runs: Run[], at: number): boolean => {
  const run = runs[at];
  return run !== undefined && (isRightToLeft(run.script) || isBetweenWords(run));
};

/** The blank that stood before a number stands behind it. */
const turned = (run: Run): Run =>
  isRightToLeft(run.script) ? run : { ...run, text: run.text.replace(/^( ?)(.*?)( ?)$/, '$3$2$1') };

/** A blank between two words of one script that runs to the left belongs to them. */
function joinedWords(runs: Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const [before, blankRun] = joined.slice(-2);
    const isBetween = blankRun?.text === ' ' && before?.script === run.script;
    if (before && isBetween && isRightToLeft(run.script)) {
      joined.pop();
      before.text += ` ${run.text}`;
    } else joined.push({ ...run });
  }
  return joined;
}
