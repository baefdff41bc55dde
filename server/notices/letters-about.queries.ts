import type { MailFault, MailState } from '#contract/notices.ts';
import type { Db } from '#server/platform/database/index.ts';
import { faultOfMail } from './mails.rules.ts';

/** What became of a letter; what it says is for its reader, and for administrators in their list. */
export type LetterAbout = {
  id: string;
  kind: string;
  recipient: string;
  state: MailState;
  writtenAt: string;
  sentAt: string | null;
  /** When its delivery was last tried, and what came in the way. */
  triedAt: string | null;
  fault: MailFault | null;
  /** Who had it sent once more; null: it was written by itself. */
  askedBy: string | null;
};

/** The letters that speak of something, such as an order, the first one first. */
export async function lettersAbout(db: Db, id: string): Promise<LetterAbout[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'state', 'created_at', 'sent_at', 'tried_at'])
    .select(['last_error', 'asked_by'])
    .where('about', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    state: row.state as MailState,
    writtenAt: row.created_at,
    sentAt: row.sent_at,
    triedAt: row.tried_at,
    fault: faultOfMail(row.last_error),
    askedBy: row.asked_by,
  }));
}
