import { type Person, peopleByIds, stopReminders } from '#server/accounts/index.ts';
import { notifyPeople } from '#server/notices/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { queueMails } from '#server/platform/mail/index.ts';
import { reminderMail } from './mails.ts';
import {
  type DueSession,
  type Holder,
  holdersPerPage,
  listHoldersToRemind,
  listSessionsBetween,
} from './reminders.queries.ts';
import { isReminderDue, type ReminderKind, reminderKinds, startsDue } from './reminders.rules.ts';
import { noteReminded } from './reminders.store.ts';

/**
 * Every minute: reminds those with a ticket of a show whose moment has come. The rows of `reminders`
 * say who was reminded, so a run that was cut, missed or comes twice sends nothing twice.
 */
export const remindHolders = defineJob<object>(
  'remind-holders',
  async () => {
    for (const kind of reminderKinds) {
      const sessions = await listSessionsBetween(db(), startsDue(kind, nowText()));
      for (const session of sessions) {
        // One show that cannot be written of holds back no other.
        await remindAll(kind, session).catch((error: unknown) =>
          log().error({ err: error, sessionId: session.id, kind }, 'holders were not reminded'),
        );
      }
    }
  },
  { cron: '* * * * *', retryLimit: 0 },
);

async function remindAll(kind: ReminderKind, session: DueSession): Promise<void> {
  let after: string | null = null;
  do {
    const page: Holder[] = await listHoldersToRemind(db(), { session, kind, after });
    const due = page.filter(({ grantedAt }) =>
      isReminderDue(kind, session, { grantedAt, now: nowText() }),
    );
    await remind(kind, session, due);
    after = page.length < holdersPerPage ? null : (page.at(-1)?.userId ?? null);
  } while (after);
}

async function remind(kind: ReminderKind, session: DueSession, holders: Holder[]): Promise<void> {
  const userIds = holders.map(({ userId }) => userId);
  await inTransaction(async (tx) => {
    const noted = await noteReminded(tx, userIds, { sessionId: session.id, kind, at: nowText() });
    const people = [...(await peopleByIds(tx, noted)).values()];
    await queueMails(
      tx,
      people.map((person) => mailTo(person, kind, session)),
    );
    if (!isToldOtherwise(kind, session)) {
      const values = { product: session.title };
      const path = `/player/${session.slug}`;
      await notifyPeople(tx, { userIds: noted, type: `reminder_${kind}`, values, path });
    }
  });
}

const mailTo = (person: Person, kind: ReminderKind, session: DueSession) =>
  reminderMail(person, { kind, session, stop: stopReminders(person) });

/** That a transmission has begun is said by the transmission itself, at that instant. */
const isToldOtherwise = (kind: ReminderKind, { type }: DueSession): boolean =>
  kind === 'now' && type === 'broadcast';
