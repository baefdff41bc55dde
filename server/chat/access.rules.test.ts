import { describe, expect, it } from 'vitest';
import { type PlaybackState, playbackStates } from '#contract/tickets.ts';
import { accessOf, mayRead, mayWrite } from './access.rules.ts';

const now = '2026-06-01T20:00:00.000Z';
const viewer = { state: 'live', moderator: false, restriction: null } as const;

describe('who reads and who writes', () => {
  it('follows the state of the show', () => {
    const open: PlaybackState[] = ['countdown', 'waiting', 'live', 'ready'];
    expect(playbackStates.filter(mayRead)).toEqual(open.concat('finished'));
    expect(playbackStates.filter(mayWrite)).toEqual(open);
  });

  it.each([
    [
      'a viewer at a live show',
      viewer,
      { read: true, write: true, moderate: false, silence: null, banned: false },
    ],
    [
      'its owner',
      { ...viewer, moderator: true },
      { read: true, write: true, moderate: true, silence: null, banned: false },
    ],
    [
      'after the show',
      { ...viewer, state: 'finished' as const },
      { read: true, write: false, moderate: false, silence: 'finished', banned: false },
    ],
    [
      'without a ticket',
      { ...viewer, state: 'no_ticket' as const },
      { read: false, write: false, moderate: false, silence: 'closed', banned: false },
    ],
    [
      'muted',
      { ...viewer, restriction: { kind: 'muted' as const, until: null } },
      { read: true, write: false, moderate: false, silence: 'muted', banned: false },
    ],
    [
      'muted until now',
      { ...viewer, restriction: { kind: 'muted' as const, until: now } },
      { read: true, write: true, moderate: false, silence: null, banned: false },
    ],
    [
      'banned',
      { ...viewer, restriction: { kind: 'banned' as const, until: '2026-06-01T20:00:00.001Z' } },
      { read: false, write: false, moderate: false, silence: null, banned: true },
    ],
    [
      'an owner who was banned before',
      { ...viewer, moderator: true, restriction: { kind: 'banned' as const, until: null } },
      { read: true, write: true, moderate: true, silence: null, banned: false },
    ],
  ])('%s', (_, person, access) => {
    expect(accessOf(person, now)).toEqual(access);
  });
});
