import { describe, expect, it } from 'vitest';
import { faultOfDays, searchedDays } from './mails.rules.ts';

describe('the days of a search for mails', () => {
  it.each([
    [{}, { from: '2026-04-01', to: '2026-04-30' }],
    [{ to: '2026-03-31' }, { from: '2026-03-02', to: '2026-03-31' }],
    [{ from: '2026-01-01' }, { from: '2026-01-01', to: '2026-01-30' }],
    [
      { from: '2026-02-01', to: '2026-02-02' },
      { from: '2026-02-01', to: '2026-02-02' },
    ],
  ])('%j are %j on the last day of April', (asked, days) => {
    expect(searchedDays(asked, '2026-04-30')).toEqual(days);
  });

  it.each([
    ['2026-01-01', '2026-01-01', null],
    ['2026-01-01', '2026-03-30', null],
    ['2026-01-01', '2026-03-31', { to: 'too_big' }],
    ['2026-01-01', '2026-04-01', { to: 'too_big' }],
    ['2025-11-30', '2026-02-26', null],
    ['2025-11-30', '2026-02-27', { to: 'too_big' }],
    ['2026-01-02', '2026-01-01', { to: 'end_before_start' }],
  ])('%s to %s', (from, to, fault) => {
    expect(faultOfDays({ from, to })).toEqual(fault);
  });
});
