import { type Notice, notify } from '#server/notices/index.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';

/** A notification of this person, kept and pushed. */
export const aNotice = (userId: string, given: Partial<Notice> = {}): Promise<void> =>
  inTransaction((tx) =>
    notify(tx, { userId, type: 'note', subject: 'A note', content: 'Read me.', ...given }),
  );

/** A mail of the outbox as it stands there after delivery. */
export async function aMail(
  given: { recipient?: string; subject?: string; at?: string; kind?: string; state?: string } = {},
): Promise<string> {
  const { id } = await db()
    .insertInto('mails')
    .values({
      recipient: given.recipient ?? `reader-${crypto.randomUUID().slice(0, 8)}@example.test`,
      language: 'en',
      kind: given.kind ?? 'activation',
      subject: given.subject ?? 'Confirm your e-mail',
      html: '<p>Hello</p>',
      body_text: 'Hello',
      state: given.state ?? 'kept',
      created_at: given.at ?? '2026-03-10T10:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
