import type { Approval } from '#contract/accounts.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { findConfig } from '#server/site/index.ts';
import { UserActivated } from './announcements.ts';
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
  const active = maySignIn(confirmed);
  const roles = active ? rolesOnActivating(confirmed) : [...user.roles];
  await writeConfirmed(tx, user.id, { at: nowText(), approval, roles });
  if (active) await announce(tx, UserActivated, { userId: user.id });
  return approval;
}
