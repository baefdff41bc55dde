import type { Approval } from '#contract/accounts.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { findConfig } from '#server/site/index.ts';
import { mailNews } from './jobs.ts';
import { useLink } from './links.store.ts';
import { approvalOnConfirming, maySignIn, rolesOnActivating } from './users.rules.ts';
import { lockUser, type User, writeConfirmed } from './users.store.ts';

/** Somebody opens the link of the activation mail. */
export async function activate(token: string): Promise<{ approval: Approval }> {
  const { approveUsers } = await findConfig();
  return inTransaction(async (tx) => {
    const userId = await useLink(tx, { token, purpose: 'activate', now: nowText() });
    const user = userId ? await lockUser(tx, userId) : null;
    if (!user || user.deleted || user.confirmed) return refuse('ACTIVATION_INVALID');
    return { approval: await confirmAddress(tx, user, approveUsers) };
  });
}

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
