import type { Language } from '#contract/shared/languages.ts';
import { nowText } from '../clock.ts';
import { config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { enqueueMany } from '../jobs.ts';
import { deliverMail } from './deliver.ts';
import { type Letter, writeLetter } from './letter.ts';
import { type KeptMail, keepMails } from './outbox.store.ts';
import { sealSecret, withoutSecret } from './sealed.ts';

export { type Letter, writeLetter } from './letter.ts';
export { momentFor } from './moments.ts';
export { dropEndedSecrets, eraseMailsOf } from './outbox.store.ts';
export { type Secret, shownLetter } from './sealed.ts';

/** A file that goes with a mail; `makes` names how it is made when the mail leaves. */
export type Attachment = { name: string; type: string; maker: string; id: string };

export type Mail = {
  userId?: string | null;
  to: string;
  language: Language;
  /** What the administrator's list calls it: `activation`, `order-paid` … */
  kind: string;
  letter: Letter;
  attachments?: Attachment[];
  /** The id of what it speaks of, by which `lettersAbout` finds it. */
  about?: string | null;
  /** Who had it sent once more. */
  askedBy?: string;
};

/**
 * Puts a mail into the outbox in the caller's transaction and enqueues its delivery. Without
 * SMTP_URL it is kept and shown to administrators only. The secret of a letter is kept apart and
 * sealed, and no longer than until it was sent.
 */
export const queueMail = (tx: Db, mail: Mail): Promise<void> => queueMails(tx, [mail]);

/** Many mails in as many statements as one. */
export async function queueMails(tx: Db, mails: readonly Mail[]): Promise<void> {
  const leaves = config().SMTP_URL !== undefined;
  const rows = await Promise.all(mails.map((mail) => rowOf(mail, leaves ? 'queued' : 'kept')));
  const ids = await keepMails(tx, rows);
  if (!leaves) return;
  await enqueueMany(
    tx,
    deliverMail,
    ids.map((mailId) => ({ mailId })),
  );
}

async function rowOf(mail: Mail, state: 'queued' | 'kept'): Promise<KeptMail> {
  const { subject, html, text } = await writeLetter(mail.letter, mail.language);
  const { secret } = mail.letter;
  return {
    state,
    user_id: mail.userId ?? null,
    recipient: mail.to,
    language: mail.language,
    kind: mail.kind,
    subject,
    html: withoutSecret(html, secret),
    body_text: withoutSecret(text, secret),
    secret: secret ? sealSecret(secret).toString('hex') : null,
    secret_ends_at: secret?.endsAt ?? null,
    stop_path: mail.letter.stop?.path ?? '',
    attachments: JSON.stringify(mail.attachments ?? []),
    about: mail.about ?? null,
    asked_by: mail.askedBy ?? null,
    created_at: nowText(),
  };
}
