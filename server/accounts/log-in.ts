import type { SessionUser } from '#contract/accounts.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { countTry, forgiveTries, lookAt } from './count-tries.ts';
import { openLogIn } from './open-log-in.ts';
import { passwordFits } from './passwords.ts';
import { maySignIn } from './users.rules.ts';
import { findUserByEmail, holdUser } from './users.store.ts';

type Given = { email: string; password: string };
/** What they log in with, and the network that they come from. */
type From = { device: string; network: string };

/**
 * Somebody logs in. An unknown address, a wrong password and a user who may not log in get the same
 * refusal after the same work.
 */
export async function logIn({ email, password }: Given, from: From): Promise<SessionUser> {
  const { device, network } = from;
  const counted = await countTry(email, network);
  const found = await findUserByEmail(db(), email);
  const fits = await lookAt(counted, () => passwordFits(password, found?.passwordDigest || null));
  if (!found || !fits) return refuse('LOGIN_INVALID');
  return inTransaction(async (tx) => {
    // Held, because an administrator may be blocking this user at this very moment.
    const user = await holdUser(tx, found.id);
    const changed = user?.passwordDigest !== found.passwordDigest;
    if (!user || changed || !maySignIn(user)) return refuse('LOGIN_INVALID');
    await forgiveTries(tx, email, network);
    return openLogIn(tx, user.id, device);
  });
}
