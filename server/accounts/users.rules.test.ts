import { describe, expect, it } from 'vitest';
import { userMoves } from '#contract/accounts.ts';
import {
  approvalOnConfirming,
  canMove,
  canRequestArtist,
  leavesNoAdmin,
  maySignIn,
  possibleMoves,
  rolesOnActivating,
  type UserState,
} from './users.rules.ts';

const active: UserState = {
  approval: 'approved',
  confirmed: true,
  blocked: false,
  deleted: false,
  roles: ['USER'],
  signedUpAs: 'attendee',
  artistRequested: false,
};

describe('what an administrator can do with a user', () => {
  it.each([
    ['pending', { ...active, approval: 'pending' }, ['approve', 'disapprove', 'block', 'delete']],
    ['approved', active, ['disapprove', 'block', 'delete']],
    ['disapproved', { ...active, approval: 'disapproved' }, ['approve', 'block', 'delete']],
    ['blocked', { ...active, blocked: true }, ['disapprove', 'unblock', 'delete']],
    ['deleted', { ...active, deleted: true, artistRequested: true }, []],
    [
      'waiting to become an artist',
      { ...active, artistRequested: true },
      ['disapprove', 'block', 'delete', 'validate_artist', 'refuse_artist'],
    ],
  ] as [string, UserState, string[]][])('who is %s', (_, user, expected) => {
    expect(userMoves.filter((move) => canMove(user, move))).toEqual(expected);
    const shown = Object.entries(possibleMoves(user)).filter(([, can]) => can);
    expect(shown.map(([move]) => move)).toEqual(expected);
  });
});

describe('logging in', () => {
  it('is for users who are approved, confirmed, and neither blocked nor deleted', () => {
    expect(maySignIn(active)).toBe(true);
    for (const change of [
      { approval: 'pending' },
      { approval: 'disapproved' },
      { confirmed: false },
      { blocked: true },
      { deleted: true },
    ] as Partial<UserState>[]) {
      expect([change, maySignIn({ ...active, ...change })]).toEqual([change, false]);
    }
  });
});

describe('the last administrator', () => {
  const admin: UserState = { ...active, roles: ['USER', 'ADMIN'] };

  it('cannot be stopped', () => {
    for (const move of ['block', 'disapprove', 'delete'] as const) {
      expect(leavesNoAdmin(admin, move, 1)).toBe(true);
      expect(leavesNoAdmin(admin, move, 2)).toBe(false);
      expect(leavesNoAdmin(active, move, 1)).toBe(false);
    }
    expect(leavesNoAdmin(admin, 'refuse_artist', 1)).toBe(false);
  });

  it('is not one who is out already', () => {
    expect(leavesNoAdmin({ ...admin, blocked: true }, 'delete', 1)).toBe(false);
  });
});

describe('activation', () => {
  it('approves by itself, unless administrators approve by hand', () => {
    expect(approvalOnConfirming('pending', false)).toBe('approved');
    expect(approvalOnConfirming('pending', true)).toBe('pending');
    expect(approvalOnConfirming('approved', true)).toBe('approved');
    expect(approvalOnConfirming('disapproved', false)).toBe('disapproved');
  });

  it('makes organizers of those who signed up as such', () => {
    expect(rolesOnActivating(active)).toEqual(['USER']);
    expect(rolesOnActivating({ ...active, signedUpAs: 'organizer' })).toEqual(['USER', 'PRODUCER']);
    const both = { ...active, signedUpAs: 'organizer', roles: ['USER', 'PRODUCER'] } as const;
    expect(rolesOnActivating(both)).toEqual(['USER', 'PRODUCER']);
  });
});

describe('asking to become an artist', () => {
  it('is for viewers who are not asking already', () => {
    expect(canRequestArtist(active)).toBe(true);
    expect(canRequestArtist({ ...active, artistRequested: true })).toBe(false);
    expect(canRequestArtist({ ...active, roles: ['USER', 'PRODUCER'] })).toBe(false);
  });
});
