import { findPerson, listAdministrators, type Person } from '#server/accounts/index.ts';
import { notify } from '#server/notices/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { webhookMail } from './mails.ts';
import { say } from './said.ts';
import type { HeldWebhook } from './webhooks.store.ts';

export type End = 'gone' | 'silent';

/** Whoever keeps a receiver hears in the bell and by letter that nothing is sent to it any more. */
export async function tellOfEnd(tx: Db, { ownerId, url }: HeldWebhook, end: End): Promise<void> {
  const host = new URL(url).host;
  const path = ownerId ? '/account/integrations' : '/manage/integrations';
  for (const person of await keepersOf(tx, ownerId)) {
    const { id: userId, language } = person;
    await notify(tx, {
      ...{ userId, type: `webhook_${end}` },
      subject: say(language, 'ended.subject'),
      content: say(language, `ended.${end}`, { host }),
      payload: { path },
    });
    await queueMail(tx, webhookMail(person, { host, end, path }));
  }
}

async function keepersOf(tx: Db, ownerId: string | null): Promise<Person[]> {
  if (ownerId === null) return listAdministrators(tx);
  const owner = await findPerson(tx, ownerId);
  return owner && !owner.blocked ? [owner] : [];
}
