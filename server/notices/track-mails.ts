import type { MailQuery } from '#contract/notices.ts';
import { now } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { makeAttachment } from '#server/platform/mail/deliver.ts';
import { findAttachment, listMails } from './mails.queries.ts';
import { faultOfDays, searchedDays } from './mails.rules.ts';

/** The mails of some days, at most three months of them. */
export async function searchMails(asked: MailQuery) {
  const today = now().toZonedDateTimeISO('UTC').toPlainDate().toString();
  const { q, state, kind, page, size, sort } = asked;
  const days = searchedDays(
    { ...(asked.from ? { from: asked.from } : {}), ...(asked.to ? { to: asked.to } : {}) },
    today,
  );
  const fields = faultOfDays(days);
  if (fields) refuse('VALIDATION', { fields });
  const search = { ...days, q, state, kind, page, size, oldestFirst: sort === 'createdAt' };
  return { ...(await listMails(db(), search)), ...days };
}

/** A file that went with a mail, made again as it was made then. */
export async function openAttachment(at: { id: string; position: number }): Promise<FileAnswer> {
  const attachment = orRefuse(await findAttachment(db(), at));
  const { name, type } = attachment;
  return { name, type, content: await makeAttachment(attachment) };
}
