import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { isHopeless, refundComesFrom } from './refunds.rules.ts';

describe('a refund', () => {
  it('is done or failed once asked for; one that was given up may yet go through', () => {
    expect(refundComesFrom('requested')).toEqual([]);
    expect(refundComesFrom('failed')).toEqual(['requested']);
    expect(refundComesFrom('done')).toEqual(['requested', 'failed']);
  });

  it.each([
    ['2026-11-24T10:00:00.001Z', false],
    ['2026-11-24T10:00:00.000Z', true],
  ])('asked for at %s is given up three days later: %s', (requestedAt, hopeless) => {
    expect(isHopeless(requestedAt, Temporal.Instant.from('2026-11-27T10:00:00Z'))).toBe(hopeless);
  });
});
