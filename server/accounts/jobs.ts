import { instantText, now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { dropEndedSecrets, queueMail, type Secret } from '#server/platform/mail/index.ts';
import { findConfig } from '#server/site/index.ts';
import { dropWhatEnded, findLinkEnd, keepLink, type Purpose } from './links.store.ts';
import { forgottenAfterHours } from './log-in.rules.ts';
import { activationMail, type News, newsMail, recoveryMail } from './mails.ts';
import { findUserByEmail, lockUser, type User } from './users.store.ts';

const linkHours: Record<Purpose, number> = { activate: 24, reset: 1 };
const betweenMailsMs = 60_000;

/** Writes the first activation mail of a user. */
export const mailActivation = defineJob<{ userId: string }>(
  'mail-activation',
  async ({ userId }) => {
    const { approveUsers } = await findConfig();
    await inTransaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user) await sendActivation(tx, user, approveUsers);
    });
  },
);

/**
 * Writes the mail that somebody asked for by an address. The asker was answered before we looked
 * whether it is known, so neither words nor time can tell.
 */
export const mailToAddress = defineJob<{ email: string; purpose: Purpose }>(
  'mail-to-address',
  async ({ email, purpose }) => {
    const { approveUsers } = await findConfig();
    await inTransaction(async (tx) => {
      const found = await findUserByEmail(tx, email);
      const user = found && (await lockUser(tx, found.id));
      if (!user || user.deleted || user.blocked) return;
      if (purpose === 'activate') await sendActivation(tx, user, approveUsers);
      else await sendRecovery(tx, user);
    });
  },
);

async function sendActivation(tx: Db, user: User, approveUsers: boolean): Promise<void> {
  if (user.confirmed || user.deleted || (await wroteJustNow(tx, user.id, 'activate'))) return;
  const secret = await newLink(tx, user.id, 'activate');
  await queueMail(tx, activationMail(user, { secret, approveUsers }));
}

async function sendRecovery(tx: Db, user: User): Promise<void> {
  if (await wroteJustNow(tx, user.id, 'reset')) return;
  const secret = await newLink(tx, user.id, 'reset');
  await queueMail(tx, recoveryMail(user, secret));
}

/** Writes a letter that only says something. */
export const mailNews = defineJob<{ userId: string; news: News }>('mail-account-news', (given) =>
  inTransaction(async (tx) => {
    const user = await lockUser(tx, given.userId);
    if (!user || user.deleted) return;
    await queueMail(tx, newsMail(user, given.news));
  }),
);

/** Every night: what has ended goes. */
export const tidyAccounts = defineJob<object>(
  'tidy-accounts',
  async () => {
    const failuresBefore = instantText(now().subtract({ hours: forgottenAfterHours }));
    await dropWhatEnded(db(), { now: nowText(), failuresBefore });
    await dropEndedSecrets(db(), nowText());
  },
  { cron: '40 3 * * *' },
);

const newLink = (tx: Db, userId: string, purpose: Purpose): Promise<Secret> =>
  keepLink(tx, {
    userId,
    purpose,
    expiresAt: instantText(now().add({ hours: linkHours[purpose] })),
  });

/** One mail a minute at most: nobody may flood somebody else's letterbox through us. */
async function wroteJustNow(tx: Db, userId: string, purpose: Purpose): Promise<boolean> {
  const end = await findLinkEnd(tx, userId, purpose);
  if (!end) return false;
  const writtenMs = Date.parse(end) - linkHours[purpose] * 3_600_000;
  return now().epochMilliseconds - writtenMs < betweenMailsMs;
}
