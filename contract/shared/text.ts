import { z } from 'zod';

/**
 * Characters that no screen shows and no database takes (halves of an emoji among them), and those that turn the direction of what
 * stands after them, other people's words included; line breaks and tabs are kept.
 */
const unprintable = /[^\P{Cc}\n\t]|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/gu;
/** Something that leaves a mark on a screen: joiners, fillers and blank patterns leave none. */
const ink = /[^\s\p{DI}\u2800]/u;
const clean = (text: string) => {
  const kept = text.replaceAll('\r\n', '\n').replaceAll(unprintable, '');
  return ink.test(kept) ? kept : '';
};

/** One line that a person types: trimmed, control characters and line breaks removed. */
export const Line = (max: number) =>
  z
    .string()
    .overwrite((text) =>
      clean(text)
        .replaceAll(/[\n\t]+/g, ' ')
        .trim(),
    )
    .max(max);

/** Several lines that a person types: trimmed, control characters removed, line breaks kept. */
export const Lines = (max: number) =>
  z
    .string()
    .overwrite((text) => clean(text).trim())
    .max(max);

/**
 * Does all of it show, on one line? What is taken out of a text in silence would make another address
 * of an address, so it is refused there.
 */
export const isSeen = (text: string): boolean => clean(text).replaceAll(/[\n\t]/g, '') === text;

/** An address on the web that nobody can read on the way, or nothing. */
export const SafeWebAddress = z
  .union([z.literal(''), z.url({ protocol: /^https$/, error: 'not_a_url' }).max(500)], {
    error: 'not_a_url',
  })
  .refine(isSeen, 'not_a_url');

/** An address on the web that a person types, or nothing. */
export const WebAddress = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
  .refine(isSeen, 'not_a_url');
