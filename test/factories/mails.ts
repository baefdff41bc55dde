import { db } from '#server/platform/database/index.ts';

type Mail = { subject: string; body_text: string; html: string; kind: string; language: string };

/** Every mail written to an address, the first one first. */
export const mailsTo = (email: string): Promise<Mail[]> =>
  db()
    .selectFrom('mails')
    .select(['subject', 'body_text', 'html', 'kind', 'language'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();

/** The newest mail to an address; throws when there is none. */
export async function lastMailTo(email: string): Promise<Mail> {
  const mail = (await mailsTo(email)).at(-1);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}

/** What follows `path` in the mail's link: the token of `/activate/…`. */
export function linkIn(mail: Mail, path: string): string {
  const token = mail.body_text.split(path)[1]?.split(/\s/)[0];
  if (!token) throw new Error(`no link to ${path} in ${mail.body_text}`);
  return token;
}
