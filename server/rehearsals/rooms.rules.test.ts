import { describe, expect, it } from 'vitest';
import { channelStates } from '#contract/channels.ts';
import { type Invitation, rehearsalLimits } from '#contract/rehearsals.ts';
import {
  invitationWorks,
  mayRehearseIn,
  placesSuffice,
  roomMoves,
  standingOf,
  type Visitor,
  whyNotEnter,
  whyNotOpen,
} from './rooms.rules.ts';

const made = '2030-06-01T18:00:00.000Z';

describe('a rehearsal room', () => {
  it('can be worked on while it is open, and never again', () => {
    expect(Object.values(roomMoves('open'))).toEqual(Array(5).fill(true));
    expect(Object.values(roomMoves('closed'))).toEqual(Array(5).fill(false));
  });

  it('is opened in any channel that was not banned', () => {
    expect(channelStates.filter(mayRehearseIn)).toEqual(['draft', 'in_review', 'published']);
  });

  it.each([
    [[], 0, 'no_channel'],
    [['banned'], 0, 'no_channel'],
    [['banned', 'draft'], 0, null],
    [['published'], rehearsalLimits.rooms - 1, null],
    [['published'], rehearsalLimits.rooms, 'limit'],
  ] as const)('in a house with %j and %i open rooms: %s', (states, openRooms, because) => {
    const channels = states.map((state) => ({ state }));
    expect(whyNotOpen({ channels, openRooms })).toBe(because);
  });

  it('has places for whoever is in already', () => {
    const places = [19, 20, 21].map((places) => placesSuffice({ places, guests: 20 }));
    expect(places).toEqual([false, true, true]);
  });
});

describe('an invitation', () => {
  const room = { closedAt: null, channelState: 'published', ownerMayAct: true } as const;
  it.each([
    ['of an open room works', {}, true],
    ['works before the channel is published', { channelState: 'draft' as const }, true],
    ['of a closed room is dead', { closedAt: made }, false],
    ['to a banned channel is dead', { channelState: 'banned' as const }, false],
    ['of somebody who was blocked is dead', { ownerMayAct: false }, false],
  ])('%s', (_, change, works) => {
    expect(invitationWorks({ ...room, ...change })).toBe(works);
  });

  const stranger: Visitor = {
    isHost: false,
    isGuest: false,
    removedAt: null,
    linkMadeAt: made,
    guests: 19,
    places: 20,
  };
  it.each<[string, Partial<Visitor>, Invitation['standing']]>([
    ['a stranger, to the last place', {}, 'open'],
    ['a stranger, when there is none', { guests: 20 }, 'full'],
    ['a guest, also when it is full', { isGuest: true, guests: 20 }, 'guest'],
    ['its host, also when it is full', { isHost: true, guests: 20 }, 'host'],
    ['whoever was sent out by this link', { removedAt: '2030-06-01T18:00:01.000Z' }, 'removed'],
    ['whoever was sent out as it was made', { removedAt: made }, 'removed'],
    ['whoever was sent out before it', { removedAt: '2030-06-01T17:59:59.999Z' }, 'open'],
    [
      'whoever was sent out before it, when it is full',
      { removedAt: '2030-06-01T17:59:59.999Z', guests: 20 },
      'full',
    ],
  ])('%s', (_, change, standing) => {
    expect(standingOf({ ...stranger, ...change })).toBe(standing);
  });

  it('keeps out whoever was sent out, and whom there is no place for', () => {
    const all = ['open', 'full', 'guest', 'host', 'removed'] as const;
    expect(all.map(whyNotEnter)).toEqual([null, 'REHEARSAL_FULL', null, null, 'REHEARSAL_REMOVED']);
  });
});
