import { Temporal } from 'temporal-polyfill';
import type { MailFault } from '#contract/notices.ts';
import type { FieldFault } from '#contract/shared/errors.ts';

export type Days = { from: string; to: string };

/** Without days a search covers the last thirty; with one of them, thirty from it or up to it. */
export function searchedDays(asked: { from?: string; to?: string }, today: string): Days {
  if (asked.from && asked.to) return { from: asked.from, to: asked.to };
  if (asked.from) {
    return {
      from: asked.from,
      to: Temporal.PlainDate.from(asked.from).add({ days: 29 }).toString(),
    };
  }
  const to = asked.to ?? today;
  return { from: Temporal.PlainDate.from(to).subtract({ days: 29 }).toString(), to };
}

/** What is wrong with the days of a search: it runs forward and covers less than three months. */
export function faultOfDays({ from, to }: Days): Record<string, FieldFault> | null {
  if (to < from) return { to: 'end_before_start' };
  const tooLate = Temporal.PlainDate.from(from).add({ months: 3 }).toString();
  // Both days are included, so the day before three months is the last one allowed.
  return Temporal.PlainDate.from(to).add({ days: 1 }).toString() >= tooLate
    ? { to: 'too_big' }
    : null;
}

/**
 * What mail servers say, from the surest sign down: the codes of RFC 3463 where they give one, then those of
 * RFC 5321, then what our own library says when it reached nobody.
 */
const signs: [MailFault, RegExp][] = [
  // A letter that is too large for them is no full mailbox, though both are answered by a 552.
  ['refused', /(?<![.\d])5\.(2\.3|3\.4)(?![.\d])|\bmessage (size|length)\b|\btoo (big|large)\b/i],
  ['full', /\b[45]\.2\.2\b|\b552\b(?![ -]5\.\d)|quota|mailbox( is)? full/i],
  [
    'server',
    /\b535\b|invalid login|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|time(d )?out|greeting|certificate/i,
  ],
  ['refused', /\b5\.7\.\d+\b|\b554\b|spam|blocked|blacklist/i],
  ['address', /\b5\.1\.\d+\b|\b55[013]\b|user unknown|no such user|no recipients/i],
  ['server', /\b4\d\d\b/],
];

/** Why a letter did not leave, by what was said of its last try; null when nothing was. */
export const faultOfMail = (said: string | null): MailFault | null =>
  said === null ? null : (signs.find(([, sign]) => sign.test(said))?.[0] ?? 'other');
