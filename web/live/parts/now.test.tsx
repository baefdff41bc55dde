import { describe, expect, it } from 'vitest';
import type { Broadcast } from '#contract/live.ts';
import { onAPage } from '#test/in-english.tsx';
import { Now, TheirsNow } from './now.tsx';

const idle = {
  ...{
    state: 'idle',
    refusal: null,
    trial: null,
    trialCut: false,
    rehearsalOf: null,
    health: null,
  },
  ...{ startedAt: null, endedAt: null, recording: { ready: false, seconds: 0 } },
} as unknown as Broadcast;

const toOrganizer = (change: object) => onAPage(<Now broadcast={{ ...idle, ...change }} />);
const toTeam = (change: object) => onAPage(<TheirsNow broadcast={{ ...idle, ...change }} />);

const startsAt = '2026-12-01T19:30:00.000Z';
const silent = { receiving: false };

describe('the sentence on a broadcast', () => {
  it.each([
    ['nothing yet', {}, 'now.idle', 'theirs.idle'],
    ['on air', { state: 'live', startedAt: startsAt }, 'now.live', 'theirs.live'],
    ['an encoder away', { state: 'live', health: silent }, 'now.waiting', 'theirs.waiting'],
    ['a rehearsal', { state: 'live', rehearsalOf: startsAt }, 'now.rehearsal', 'theirs.rehearsal'],
    ['a private test', { trial: 'running' }, 'trial.running', 'theirs.trial.running'],
  ])('of %s speaks to its organizer, and of them to the team', (_, change, own, theirs) => {
    expect(toOrganizer(change)).toContain(own);
    expect(toTeam(change)).toContain(theirs);
  });

  it('says that a test ended since the show is public, until an encoder comes', () => {
    expect(toOrganizer({ trialCut: true })).toContain('now.trialCut');
    expect(toOrganizer({ trialCut: true, state: 'live' })).not.toContain('now.trialCut');
    expect(toTeam({ trialCut: true })).toContain('theirs.idle');
  });

  it('asks the organizer alone for what only they can do', () => {
    const over = { state: 'ended', rehearsalOf: startsAt, refusal: 'ended' };
    expect(toOrganizer(over)).toContain('now.rehearsedStart');
    expect(toTeam(over)).not.toContain('now.rehearsedStart');
  });
});
