import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { ProductType } from '#contract/catalog.ts';
import { playbackStates } from '#contract/tickets.ts';
import { canGoOn, canOpenView, mediaExpiry, mediaKind } from './views.rules.ts';

describe('views', () => {
  it('are two of one ticket at most', () => {
    expect([0, 1, 2, 3].map(canOpenView)).toEqual([true, true, false, false]);
  });

  it('play a transmission or its recording, and nothing in any other state', () => {
    const playing = (type: ProductType) =>
      playbackStates.map((state) => [state, mediaKind(state, type)]).filter(([, kind]) => kind);
    expect(playing('broadcast')).toEqual([
      ['live', 'live'],
      ['ready', 'recording'],
    ]);
    expect(playing('live')[0]).toEqual(['live', 'playout']);
  });

  it('outlive the end of a show for its last seconds, and wait for what comes after it', () => {
    const lasting = playbackStates.filter(canGoOn);
    expect(lasting).toEqual(['waiting', 'live', 'ready', 'finished']);
  });

  it.each([
    ['2026-06-01T20:00:00Z', '2026-06-01T22:00:00Z'],
    ['2026-06-01T20:00:00.001Z', '2026-06-01T22:30:00Z'],
    ['2026-06-01T20:29:59Z', '2026-06-01T22:30:00Z'],
  ])('an address signed at %s holds until %s', (now, end) => {
    expect(mediaExpiry(Temporal.Instant.from(now)).toString()).toBe(end);
  });
});
