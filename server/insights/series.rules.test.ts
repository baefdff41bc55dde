import { describe, expect, it } from 'vitest';
import { beginningOf, spanOf, stepsOf } from './series.rules.ts';

describe('a period', () => {
  it.each([
    ['week', 'day', 7, '2026-11-22', '2026-11-28', '2026-11-15'],
    ['month', 'day', 30, '2026-10-30', '2026-11-28', '2026-09-30'],
    ['quarter', 'week', 13, '2026-08-30', '2026-11-22', '2026-05-31'],
    ['year', 'week', 52, '2025-11-30', '2026-11-22', '2024-12-01'],
  ] as const)(
    'of a %s goes by the %s and ends today',
    (period, step, count, first, last, before) => {
      const span = spanOf(period, '2026-11-28');
      expect([span.step, span.days.length, span.daysBefore.length]).toEqual([step, count, count]);
      expect([span.days[0], span.days.at(-1), span.daysBefore[0], span.end]).toEqual([
        first,
        last,
        before,
        '2026-11-29',
      ]);
    },
  );

  it('sums days by its steps, and leaves out what lies outside', () => {
    const span = spanOf('week', '2026-11-28');
    const figures = [
      { day: '2026-11-14', amount: 1 },
      { day: '2026-11-15', amount: 10 },
      { day: '2026-11-22', amount: 100 },
      { day: '2026-11-28', amount: 1000 },
      { day: '2026-11-28', amount: -300 },
      { day: '2026-11-29', amount: 5 },
    ];
    expect(stepsOf(span, figures)).toEqual({
      now: [100, 0, 0, 0, 0, 0, 700],
      before: [10, 0, 0, 0, 0, 0, 0],
      sum: 800,
      sumBefore: 10,
    });
  });

  it('puts the days of a week together', () => {
    const span = spanOf('quarter', '2026-11-28');
    const { now } = stepsOf(span, [
      { day: '2026-11-21', amount: 1 },
      { day: '2026-11-22', amount: 2 },
      { day: '2026-11-28', amount: 4 },
    ]);
    expect(now.slice(-2)).toEqual([1, 6]);
  });
});

describe('a day', () => {
  it.each([
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00Z'],
    ['2026-03-30', 'Europe/Madrid', '2026-03-29T22:00:00Z'],
    ['2026-10-26', 'Europe/Madrid', '2026-10-25T23:00:00Z'],
    ['2026-11-28', 'America/Sao_Paulo', '2026-11-28T03:00:00Z'],
  ])('%s begins in %s at %s', (day, zone, instant) => {
    expect(beginningOf(day, zone)).toBe(instant);
  });
});
