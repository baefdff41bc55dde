import type { Mail, MailRow, MailState } from '#contract/notices.ts';
import type { Language } from '#contract/shared/languages.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { type Attachment, shownLetter } from '#server/platform/mail/index.ts';

export type MailSearch = {
  from: string;
  to: string;
  q: string | undefined;
  state: MailState | undefined;
  kind: string | undefined;
  oldestFirst: boolean;
};
type Page = { page: number; size: number };

const likeText = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const searched = (db: Db, { from, to, q, state, kind }: MailSearch) =>
  db
    .selectFrom('mails')
    .where('created_at', '>=', `${from}T00:00:00Z`)
    .where('created_at', '<', sql<string>`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`)
    .$if(Boolean(state), (query) => query.where('state', '=', state ?? 'sent'))
    .$if(Boolean(kind), (query) => query.where('kind', '=', kind ?? ''))
    .$if(Boolean(q), (query) =>
      query.where((e) =>
        e.or([
          e(sql`recipient::text`, 'ilike', likeText(q ?? '')),
          e('subject', 'ilike', likeText(q ?? '')),
        ]),
      ),
    );

const columns = [
  'id',
  'recipient',
  'kind',
  'subject',
  'language',
  'state',
  'created_at',
  'sent_at',
] as const;

/** One page of the mails found, with how many there are and which kinds the days hold. */
export async function listMails(db: Db, search: MailSearch & Page) {
  const direction = search.oldestFirst ? 'asc' : 'desc';
  const rows = await searched(db, search)
    .select(columns)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(search.size)
    .offset((search.page - 1) * search.size)
    .execute();
  const { total } = await searched(db, search)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const kinds = await searched(db, { ...search, q: undefined, state: undefined, kind: undefined })
    .select('kind')
    .distinct()
    .orderBy('kind')
    .execute();
  return {
    items: rows.map(asRow),
    total,
    page: search.page,
    size: search.size,
    kinds: kinds.map(({ kind }) => kind),
  };
}

/** The ids of all mails found, in the order of the list, `most` at most. */
export async function mailIds(db: Db, search: MailSearch, most: number): Promise<string[]> {
  const direction = search.oldestFirst ? 'asc' : 'desc';
  const rows = await searched(db, search)
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** These mails, in any order. */
export async function mailRowsByIds(db: Db, ids: string[]): Promise<MailRow[]> {
  const rows = await db
    .selectFrom('mails')
    .select(columns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(asRow);
}

type Row = {
  id: string;
  recipient: string;
  kind: string;
  subject: string;
  language: string;
  state: string;
  created_at: string;
  sent_at: string | null;
};

const asRow = (row: Row): MailRow => ({
  id: row.id,
  recipient: row.recipient,
  kind: row.kind,
  subject: row.subject,
  language: row.language as Language,
  state: row.state as MailState,
  createdAt: row.created_at,
  sentAt: row.sent_at,
});

/** One mail, with the names of what went with it; null for an unknown id. */
export async function findMail(db: Db, id: string): Promise<Mail | null> {
  const row = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    ...asRow(row),
    ...shownLetter(row, nowText()),
    attempts: row.attempts,
    lastError: row.last_error,
    attachments: (row.attachments as Attachment[]).map(({ name, type }) => ({ name, type })),
  };
}

/** How the file at this place of a mail is made; null when there is none. */
export async function findAttachment(
  db: Db,
  { id, position }: { id: string; position: number },
): Promise<Attachment | null> {
  const row = await db
    .selectFrom('mails')
    .select('attachments')
    .where('id', '=', id)
    .executeTakeFirst();
  return (row?.attachments as Attachment[] | undefined)?.[position] ?? null;
}
