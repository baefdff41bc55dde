import type { MailQuery, MailRow } from '#contract/notices.ts';
import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import { now } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { exportList } from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { makeAttachment } from '#server/platform/mail/deliver.ts';
import { mailColumns, say } from './mail-columns.ts';
import {
  findAttachment,
  listMails,
  type MailSearch,
  mailIds,
  mailRowsByIds,
} from './mails.queries.ts';
import { faultOfDays, searchedDays } from './mails.rules.ts';

type Asked = Omit<MailQuery, 'page' | 'size'>;

/** What is searched for: some days, at most three months of them. */
function searchFor({ from, to, q, state, kind, sort }: Asked): MailSearch {
  const today = now().toZonedDateTimeISO('UTC').toPlainDate().toString();
  const days = searchedDays({ ...(from ? { from } : {}), ...(to ? { to } : {}) }, today);
  const fields = faultOfDays(days);
  if (fields) refuse('VALIDATION', { fields });
  return { ...days, q, state, kind, oldestFirst: sort === 'createdAt' };
}

/** One page of the mails of some days. */
export async function searchMails({ page, size, ...asked }: MailQuery) {
  const search = searchFor(asked);
  const { from, to } = search;
  return { ...(await listMails(db(), { ...search, page, size })), from, to };
}

/** The mails of some days as a file. */
export function exportMails(
  { format, zone, ...asked }: Asked & ExportChoice,
  { actor, language }: { actor: Actor; language: Language },
): Promise<FileAnswer> {
  const search = searchFor(asked);
  return exportList<MailRow>(
    { actor, language, choice: { format, zone } },
    {
      say,
      names: { file: 'export.file', sheet: 'export.sheet' },
      columns: mailColumns,
      ids: (most) => mailIds(db(), search, most),
      load: (ids) => mailRowsByIds(db(), ids),
    },
  );
}

/** A file that went with a mail, made again as it was made then. */
export async function openAttachment(at: { id: string; position: number }): Promise<FileAnswer> {
  const attachment = orRefuse(await findAttachment(db(), at));
  const { name, type } = attachment;
  return { name, type, content: await makeAttachment(attachment) };
}
