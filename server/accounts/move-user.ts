import type { UserMove } from '#contract/accounts.ts';
import { nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { eraseMailsOf } from '#server/platform/mail/index.ts';
import { UserErased } from './announcements.ts';
import { stopUser } from './end-log-ins.ts';
import { forgetUser } from './identify.ts';
import { mailNews } from './jobs.ts';
import { dropFailures } from './login-failures.store.ts';
import {
  canMove,
  isStop,
  leavesNoAdmin,
  maySignIn,
  rolesOnActivating,
  withRole,
} from './users.rules.ts';
import {
  eraseUser,
  lockActiveAdmins,
  lockUser,
  type User,
  writeApproval,
  writeArtistAnswer,
  writeBlocked,
} from './users.store.ts';

/** An administrator does something with a user. */
export const moveUser = (by: Actor, id: string, move: UserMove): Promise<void> =>
  inTransaction(async (tx) => {
    // Administrators first and in one order, so that two who stop each other wait and do not hang.
    const activeAdmins = isStop(move) ? await lockActiveAdmins(tx) : 0;
    const user = orRefuse(await lockUser(tx, id));
    if (!canMove(user, move)) refuse('USER_STATE');
    if (leavesNoAdmin(user, move, activeAdmins)) refuse('LAST_ADMIN');
    await carryOut[move](tx, user);
    if (isStop(move)) await stopUser(tx, { userId: id, by: by.id });
    if (move === 'delete') await announce(tx, UserErased, { userId: id, address: user.email });
    afterCommit(tx, () => forgetUser(id));
  });

const carryOut: Record<UserMove, (tx: Db, user: User) => Promise<void>> = {
  approve: async (tx, user) => {
    const approved = { ...user, approval: 'approved' as const };
    const active = maySignIn(approved);
    const roles = active ? rolesOnActivating(approved) : [...user.roles];
    await writeApproval(tx, user.id, { from: user.approval, approval: 'approved', roles });
    if (active) await enqueue(tx, mailNews, { userId: user.id, news: 'approved' });
  },
  disapprove: (tx, user) =>
    writeApproval(tx, user.id, {
      from: user.approval,
      approval: 'disapproved',
      roles: [...user.roles],
    }),
  block: (tx, user) => writeBlocked(tx, user.id, nowText()),
  unblock: (tx, user) => writeBlocked(tx, user.id, null),
  delete: async (tx, user) => {
    await dropFailures(tx, user.email);
    await eraseUser(tx, user.id, nowText());
    await eraseMailsOf(tx, { userId: user.id, address: user.email });
  },
  validate_artist: async (tx, user) => {
    await writeArtistAnswer(tx, user.id, withRole(user.roles, 'PRODUCER'));
    await enqueue(tx, mailNews, { userId: user.id, news: 'artistValidated' });
  },
  refuse_artist: async (tx, user) => {
    await writeArtistAnswer(tx, user.id, [...user.roles]);
    await enqueue(tx, mailNews, { userId: user.id, news: 'artistRefused' });
  },
};
