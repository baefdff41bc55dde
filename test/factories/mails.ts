import { db } from '#server/platform/database/index.ts';
import { wholeLetter } from '#server/platform/mail/sealed.ts';

type Mail = { subject: string; body_text: string; html: string; kind: string; language: string };

/** Every mail written to an address as its reader gets it, the first one first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const rows = await db()
    .selectFrom('mails')
    .select(['subject', 'body_text', 'html', 'kind', 'language', 'secret'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
  return rows.map(({ secret, ...mail }) => {
    const { html, text } = wholeLetter({ ...mail, secret });
    return { ...mail, html, body_text: text };
  });
}

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
