import { chatLimits } from '#contract/chat.ts';

// Controls, and marks that turn the direction of everything after them. Joiners stay: emoji and
// several scripts are made with them.
const unseen = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/gu;
const crowded = /(\p{M}{4})\p{M}+/gu;

/** What is kept of what was typed: one line of plain text. Never read as HTML anywhere. */
export const cleanText = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replaceAll(unseen, '')
    .replaceAll(crowded, '$1')
    .replaceAll(/ {3,}/g, '  ')
    .trim();

/** What is wrong with a clean text, or null. */
export function faultOfText(text: string): 'required' | 'too_long' | null {
  if (text === '') return 'required';
  return [...text].length > chatLimits.length ? 'too_long' : null;
}

/** How an author is called in public: the name, and the first letter of the surname. */
export function publicName({ name, surname }: { name: string; surname: string }): string {
  const initial = [...surname.trim()][0];
  return initial ? `${name.trim()} ${initial}.`.trim() : name.trim();
}

export type Pace = { turns: number; at: number };

/**
 * One more message of somebody: five at once, then one a second. Answers the pace to keep and the
 * seconds to wait, 0 when the message may go.
 */
export function takeTurn(pace: Pace | null, at: number): { pace: Pace; wait: number } {
  const { burst, perSecond } = chatLimits;
  const passed = pace ? Math.max(0, at - pace.at) / 1000 : 0;
  const turns = Math.min(burst, (pace?.turns ?? burst) + passed * perSecond);
  if (turns < 1) return { pace: { turns, at }, wait: Math.ceil((1 - turns) / perSecond) };
  return { pace: { turns: turns - 1, at }, wait: 0 };
}
