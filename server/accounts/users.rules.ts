import { type Approval, type UserMove, userMoves } from '#contract/accounts.ts';
import type { Role } from '#contract/shared/roles.ts';

/** What the rules need to know of a user. */
export type UserState = {
  approval: Approval;
  confirmed: boolean;
  blocked: boolean;
  deleted: boolean;
  roles: readonly Role[];
  signedUpAs: 'attendee' | 'organizer';
  artistRequested: boolean;
};

/** From which state each move of an administrator is possible. Nothing can be done with a deleted user. */
const moves: Record<UserMove, (user: UserState) => boolean> = {
  approve: (user) => user.approval !== 'approved',
  disapprove: (user) => user.approval !== 'disapproved',
  block: (user) => !user.blocked,
  unblock: (user) => user.blocked,
  delete: () => true,
  validate_artist: (user) => user.artistRequested,
  refuse_artist: (user) => user.artistRequested,
};

export const canMove = (user: UserState, move: UserMove): boolean =>
  !user.deleted && moves[move](user);

/** Every move with whether it is possible now: what the screen shows and the action enforces. */
export const possibleMoves = (user: UserState): Record<UserMove, boolean> =>
  Object.fromEntries(userMoves.map((move) => [move, canMove(user, move)])) as Record<
    UserMove,
    boolean
  >;

/** The moves after which the user is out: every log-in ends at once. */
const stops: readonly UserMove[] = ['disapprove', 'block', 'delete'];
export const isStop = (move: UserMove): boolean => stops.includes(move);

/** May this user log in, and do their tokens work? */
export const maySignIn = (user: UserState): boolean =>
  user.approval === 'approved' && user.confirmed && !user.blocked && !user.deleted;

/** Would the site be left without anyone to run it? `activeAdmins` counts this user too. */
export const leavesNoAdmin = (user: UserState, move: UserMove, activeAdmins: number): boolean =>
  isStop(move) && user.roles.includes('ADMIN') && maySignIn(user) && activeAdmins <= 1;

/** Approval after the e-mail was confirmed: by itself, unless administrators approve by hand. */
export const approvalOnConfirming = (present: Approval, approveUsers: boolean): Approval =>
  present === 'pending' && !approveUsers ? 'approved' : present;

/** Roles of a user who has become active: who signed up as organizer organizes from now on. */
export const rolesOnActivating = (user: UserState): Role[] =>
  user.signedUpAs === 'organizer' ? withRole(user.roles, 'PRODUCER') : [...user.roles];

export const withRole = (roles: readonly Role[], role: Role): Role[] =>
  roles.includes(role) ? [...roles] : [...roles, role];

/** May this user ask to become an artist? */
export const canRequestArtist = (user: UserState): boolean =>
  maySignIn(user) && !user.artistRequested && !user.roles.includes('PRODUCER');
