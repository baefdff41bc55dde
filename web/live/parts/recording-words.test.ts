import { expect, test } from 'vitest';
import { wordIn } from '#web/platform/word-forms.ts';
import type { Say } from '#web/platform/words.ts';
import words from '../words/en.json' with { type: 'json' };
import { recordingWords } from './recording-words.ts';

const english: Say<'live'> = (key, values) => wordIn(words, 'en', { key, values });

test.each([
  [0.4, '1 second'],
  [31, '31 seconds'],
  [59.4, '59 seconds'],
  [59.6, '1 min'],
  [89, '1 min'],
  [5400, '90 min'],
])('a recording of %d seconds is said to be of %s', (seconds, length) => {
  expect(recordingWords(english, seconds)).toBe(
    `Its recording of ${length} can be watched by everyone with a ticket.`,
  );
});
