import { nowText } from '../clock.ts';
import { builtOnce } from '../database/built-once.ts';
import { type Db, sql } from '../database/index.ts';

/** A mail as it is kept; `secret` is sealed, in hex, and `attachments` JSON. */
export type KeptMail = Record<
  | 'state'
  | 'recipient'
  | 'language'
  | 'kind'
  | 'subject'
  | 'html'
  | 'body_text'
  | 'stop_path'
  | 'attachments'
  | 'created_at',
  string
> &
  Record<'user_id' | 'secret' | 'secret_ends_at' | 'about' | 'asked_by', string | null>;

/** Keeps mails in the outbox, in one statement; answers their ids in the order given. */
export async function keepMails(tx: Db, mails: KeptMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  return (await keeping(tx, JSON.stringify(mails))).map(({ id }) => id);
}

/** One text, however many they are: it is read and planned once. */
const keeping = builtOnce(
  (_: Db, mails: string) => sql<{ id: string }>`
    insert into mails (state, user_id, recipient, language, kind, subject, html, body_text, secret,
      secret_ends_at, stop_path, attachments, about, asked_by, created_at)
    select m.state, m.user_id, m.recipient, m.language, m.kind, m.subject, m.html, m.body_text,
      decode(m.secret, 'hex'), m.secret_ends_at, m.stop_path, m.attachments::jsonb,
      m.about, m.asked_by, m.created_at
    from json_to_recordset(${mails}::json) as m(state text, user_id uuid, recipient text,
      language text, kind text, subject text, html text, body_text text, secret text,
      secret_ends_at timestamptz, stop_path text, attachments text, about uuid, asked_by uuid,
      created_at timestamptz)
    returning id`,
);

/** A mail that is still to be delivered; null when it was delivered meanwhile. */
export const findQueuedMail = async (tx: Db, id: string) =>
  (await tx
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()) ?? null;

export type Delivered = { state: 'sent' | 'kept' } | { state: 'queued' | 'failed'; error: string };

/** Writes down what came of a try to deliver. A letter that left, or never will, needs no secret. */
export async function noteDelivery(tx: Db, id: string, outcome: Delivered): Promise<void> {
  const at = nowText();
  await tx
    .updateTable('mails')
    .set({
      state: outcome.state,
      attempts: sql<number>`attempts + 1`,
      last_error: 'error' in outcome ? outcome.error : null,
      sent_at: outcome.state === 'sent' ? at : null,
      tried_at: at,
      ...(['sent', 'failed'].includes(outcome.state) ? { secret: null } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** Deletes every letter to somebody, by who they are and by their address. */
export async function eraseMailsOf(
  tx: Db,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where((e) => e.or([e('user_id', '=', userId), e('recipient', '=', address)]))
    .execute();
}

/** Drops the secrets that open nothing any more. */
export async function dropEndedSecrets(db: Db, now: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ secret: null })
    .where('secret', 'is not', null)
    .where('secret_ends_at', '<', now)
    .execute();
}
