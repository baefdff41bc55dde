import { describe, expect, it } from 'vitest';
import { leadStates } from '#contract/leads.ts';
import {
  canMoveByHand,
  canMoveLead,
  hasNews,
  interestCan,
  leadComesFrom,
  maySeeLead,
} from './leads.rules.ts';

describe('a lead', () => {
  it('stays bought', () => {
    expect(leadStates.filter((to) => canMoveLead('bought', to))).toEqual([]);
  });

  it('comes to be bought from every other state', () => {
    expect(leadComesFrom('bought').sort()).toEqual(['contacted', 'lost', 'new']);
  });

  it('is new again only by asking anew, never by hand', () => {
    expect(canMoveLead('lost', 'new')).toBe(true);
    expect(leadStates.filter((from) => canMoveByHand(from, 'new'))).toEqual([]);
  });

  it('is seen by whose channel it is and by administrators', () => {
    const see = (id: string, roles: ('USER' | 'PRODUCER' | 'ADMIN')[]) =>
      maySeeLead({ id, roles }, { ownerId: 'owner' });
    expect([see('owner', ['PRODUCER']), see('admin', ['ADMIN'])]).toEqual([true, true]);
    expect([see('other', ['PRODUCER']), see('buyer', ['USER'])]).toEqual([false, false]);
  });
});

describe('there is news', () => {
  const before = { wasOpen: false, knownSessions: ['a'] };
  it.each([
    ['when the sale has opened', before, { isOpen: true, openSessions: ['a'] }, true],
    ['not before', before, { isOpen: false, openSessions: ['a'] }, false],
    [
      'not of what could be bought when they asked',
      { ...before, wasOpen: true },
      { isOpen: true, openSessions: ['a'] },
      false,
    ],
    [
      'but of a new date of it',
      { ...before, wasOpen: true },
      { isOpen: true, openSessions: ['a', 'b'] },
      true,
    ],
  ])('%s', (_, asked, now, news) => expect(hasNews(asked, now)).toBe(news));
});

describe('to be told', () => {
  it('can be asked once, of what is public, by who has no ticket', () => {
    const can = (asked: boolean, isPublic: boolean, hasTicket: boolean) =>
      interestCan(asked, { isPublic, hasTicket });
    expect(can(false, true, false)).toEqual({ ask: true, withdraw: false });
    expect(can(true, true, false)).toEqual({ ask: false, withdraw: true });
    expect(can(false, false, false)).toEqual({ ask: false, withdraw: false });
    expect(can(false, true, true)).toEqual({ ask: false, withdraw: false });
  });
});
