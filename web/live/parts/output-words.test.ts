import { describe, expect, it } from 'vitest';
import type { BroadcastOutput } from '#contract/live.ts';
import { platformOf, platforms, secondsUntil, toneOf, waitingFor } from './output-words.ts';

const output: BroadcastOutput = {
  ...{ id: '1', name: 'YouTube', url: platforms.youtube.url, keyEnds: 'mnop', enabled: true },
  ...{ duringRehearsals: false, state: 'waiting', reason: null, since: null, nextTryAt: null },
  can: { switchOn: false, switchOff: true, change: true, remove: true },
};
const rehearsal = { state: 'live', trial: null, rehearsalOf: '2030-06-01T18:00:00.000Z' } as const;

describe('an output on the panel', () => {
  it('is not all well while parts are left out there', () => {
    const reason = { code: 'too_slow', said: '' } as const;
    expect(toneOf({ ...output, state: 'sending' })).toBe('good');
    expect(toneOf({ ...output, state: 'sending', reason })).toBe('warn');
  });

  it('says why it waits although an encoder sends', () => {
    expect(waitingFor(rehearsal, output)).toBe('outputs.rehearsal');
    expect(waitingFor(rehearsal, { ...output, duringRehearsals: true })).toBeNull();
    expect(waitingFor(rehearsal, { ...output, state: 'sending' })).toBeNull();
    expect(waitingFor({ ...rehearsal, rehearsalOf: null }, output)).toBeNull();
    const trial = { state: 'idle', trial: 'running', rehearsalOf: null } as const;
    expect(waitingFor(trial, output)).toBe('outputs.trial');
  });

  it('counts to its next try, and not by a clock that is wrong', () => {
    const at = '2030-06-01T18:00:30.000Z';
    const nowMs = Date.parse('2030-06-01T18:00:00.000Z');
    expect(secondsUntil(at, nowMs)).toBe(30);
    expect(secondsUntil(at, nowMs + 29_100)).toBe(1);
    expect(secondsUntil(at, nowMs + 33_000)).toBe(0);
    expect(secondsUntil(at, nowMs - 3_600_000)).toBeNull();
    expect(secondsUntil(at, nowMs + 3_600_000)).toBeNull();
    expect(secondsUntil(null, nowMs)).toBeNull();
    expect(secondsUntil(at, null)).toBeNull();
  });

  it('is known by its address, whatever it is called', () => {
    expect(platformOf(platforms.twitch.url)).toBe('twitch');
    expect(platformOf('rtmp://example.com/live')).toBe('other');
  });
});
