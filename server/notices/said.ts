import type { Language } from '#contract/shared/languages.ts';
import { wordsOf } from '#server/platform/words.ts';
import type { NotificationRow } from './notices.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** Notices whose words are ours; those of other types carry their own subject and content. */
export const wordedTypes = [
  'channel_submitted',
  'channel_published',
  'channel_sent_back',
  'channel_banned',
  'artist_requested',
  'sale',
  'subscriber',
  'ticket_granted',
  'ticket_ended',
  'broadcast_started',
  'recording_ready',
  'recording_lost',
  'reminder_day',
  'reminder_hour',
  'reminder_now',
  'session_cancelled',
  'cancellation_done',
  'cancellation_told',
  'cancellation_failed',
  'payout_paid',
  'payout_returned',
  'seat_offered',
] as const;
export type WordedType = (typeof wordedTypes)[number];
export type NoticeValues = Record<string, string | number>;

const isWorded = (type: string): type is WordedType => wordedTypes.includes(type as WordedType);

/** Subject and content of a worded notice in one language. */
export const wordsFor = (type: WordedType, language: Language, values: NoticeValues) => ({
  subject: say(language, `${type}.subject`, values),
  content: say(language, `${type}.content`, values),
});

/** A notification as its reader sees it now: in the language in which they ask, if the words are ours. */
export function inLanguage(row: NotificationRow, language: Language): NotificationRow {
  const values = row.payload.values;
  if (!isWorded(row.type) || typeof values !== 'object' || values === null) return row;
  return { ...row, ...wordsFor(row.type, language, values as NoticeValues) };
}
