import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { countTryInside, forgiveAllTries, lookAt } from './count-tries.ts';
import { endLogInsOf } from './end-log-ins.ts';
import { mailNews } from './jobs.ts';
import { dropLinks } from './links.store.ts';
import { digestPassword, passwordFits } from './passwords.ts';
import { demandUncommon } from './sign-up.ts';
import { findUserByEmail, lockUser, writeDigest } from './users.store.ts';

/** One changes the own password: every other log-in ends, this one stays. */
export async function changePassword(
  actor: Actor,
  given: { current: string; password: string },
): Promise<null> {
  demandUncommon('password', given.password, actor.email);
  const counted = await countTryInside(actor.email);
  const found = orRefuse(await findUserByEmail(db(), actor.email));
  const fits = await lookAt(counted, () => passwordFits(given.current, found.passwordDigest));
  if (!fits) {
    refuse('PASSWORD_WRONG', { fields: { current: 'invalid' } });
  }
  const digest = await digestPassword(given.password);
  await inTransaction(async (tx) => {
    const user = await lockUser(tx, actor.id);
    // Somebody changed it meanwhile: then the current password given is no longer the current one.
    if (user?.passwordDigest !== found.passwordDigest) return refuse('PASSWORD_WRONG');
    await writeDigest(tx, actor.id, digest);
    await forgiveAllTries(tx, actor.email);
    await dropLinks(tx, actor.id, 'reset');
    await endLogInsOf(tx, actor.id, Buffer.from(actor.tokenDigest, 'hex'));
    await enqueue(tx, mailNews, { userId: actor.id, news: 'passwordChanged' });
  });
  return null;
}
