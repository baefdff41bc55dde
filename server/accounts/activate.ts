import type { Approval, SessionUser } from '#contract/accounts.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { findConfig } from '#server/site/index.ts';
import { isClaimOf } from './claims.ts';
import { mailNews } from './jobs.ts';
import { useLink } from './links.store.ts';
import { openLogIn } from './open-log-in.ts';
import { approvalOnConfirming, maySignIn, rolesOnActivating } from './users.rules.ts';
import { lockUser, type User, writeConfirmed } from './users.store.ts';

type Opened = { token: string; claim?: string | undefined };

/**
 * Somebody opens the link of the activation mail. In the browser that has signed up it also logs in:
 * that browser knew the password and now reads the mail. Any other has to say the password.
 */
export async function activate({ token, claim }: Opened, device: string): Promise<Activated> {
  const { approveUsers } = await findConfig();
  return inTransaction(async (tx) => {
    const userId = await useLink(tx, { token, purpose: 'activate', now: nowText() });
    const user = userId ? await lockUser(tx, userId) : null;
    if (!user || user.deleted || user.confirmed) return refuse('ACTIVATION_INVALID');
    const approval = await confirmAddress(tx, user, approveUsers);
    const now = await lockUser(tx, user.id);
    const isTheirs = now !== null && maySignIn(now) && isClaimOf(user.id, claim);
    const session = isTheirs ? await openLogIn(tx, user.id, device) : null;
    return { approval, email: user.email, session };
  });
}

type Activated = { approval: Approval; email: string; session: SessionUser | null };

/** The address is proven to be theirs: approves too, unless administrators do that by hand. */
export async function confirmAddress(tx: Db, user: User, approveUsers: boolean): Promise<Approval> {
  const approval = approvalOnConfirming(user.approval, approveUsers);
  const confirmed = { ...user, confirmed: true, approval };
  const roles = maySignIn(confirmed) ? rolesOnActivating(confirmed) : [...user.roles];
  await writeConfirmed(tx, user.id, { at: nowText(), approval, roles });
  if (maySignIn(confirmed)) {
    const news = roles.includes('PRODUCER') ? 'welcomeOrganizer' : 'welcome';
    await enqueue(tx, mailNews, { userId: user.id, news });
  }
  return approval;
}
