import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { findConfig } from '#server/site/index.ts';
import { confirmAddress } from './activate.ts';
import { forgiveAllTries } from './count-tries.ts';
import { endLogInsOf } from './end-log-ins.ts';
import { mailNews } from './jobs.ts';
import { findLinkEmail, useLink } from './links.store.ts';
import { digestPassword } from './passwords.ts';
import { demandUncommon } from './sign-up.ts';
import { lockUser, writeDigest } from './users.store.ts';

/**
 * Somebody sets a new password with the link of the recovery mail: every log-in ends. The link came
 * to the address, so it also proves the address.
 */
export async function resetPassword(given: {
  token: string;
  password: string;
}): Promise<{ email: string }> {
  const link = { token: given.token, purpose: 'reset', now: nowText() } as const;
  const email = orRefuse(await findLinkEmail(db(), link), 'RESET_INVALID');
  demandUncommon('password', given.password, email);
  const { approveUsers } = await findConfig();
  const digest = await digestPassword(given.password);
  await inTransaction(async (tx) => {
    const userId = await useLink(tx, link);
    const user = userId ? await lockUser(tx, userId) : null;
    if (!user || user.deleted || user.blocked) return refuse('RESET_INVALID');
    await writeDigest(tx, user.id, digest);
    if (!user.confirmed) await confirmAddress(tx, user, approveUsers);
    await forgiveAllTries(tx, user.email);
    await endLogInsOf(tx, user.id);
    await enqueue(tx, mailNews, { userId: user.id, news: 'passwordChanged' });
  });
  return { email };
}
