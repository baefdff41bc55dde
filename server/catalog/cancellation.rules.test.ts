import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { whyNotCancel } from './cancellation.rules.ts';

const now = Temporal.Instant.from('2030-06-01T18:00:00Z');
const ahead = { endsAt: '2030-06-01T19:30:00.000Z', cancelledAt: null, onAir: false };

describe('a showing can be cancelled', () => {
  it.each([
    ['while it is ahead', 'published', {}, null],
    ['of a private product', 'private', {}, null],
    [
      'until its last minute, when nothing was on air',
      'published',
      { endsAt: '2030-06-01T18:00:00.001Z' },
      null,
    ],
    [
      'not when its hour is over',
      'published',
      { endsAt: '2030-06-01T18:00:00.000Z' },
      'SESSION_ENDED',
    ],
    ['not of a draft, where it is taken out', 'draft', {}, 'PRODUCT_STATE'],
    ['not under the eyes of those who watch', 'published', { onAir: true }, 'SESSION_ON_AIR'],
    [
      'not while it overruns either',
      'published',
      { onAir: true, endsAt: '2030-06-01T17:00:00.000Z' },
      'SESSION_ON_AIR',
    ],
    ['not twice', 'published', { cancelledAt: '2030-05-01T00:00:00.000Z' }, 'SESSION_CANCELLED'],
  ] as const)('%s', (_, status, session, fault) => {
    expect(whyNotCancel({ status }, { ...ahead, ...session }, now)).toBe(fault);
  });
});
