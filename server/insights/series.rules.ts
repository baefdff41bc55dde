import { Temporal } from 'temporal-polyfill';
import type { Series, SeriesPeriod, Steps } from '#contract/insights.ts';

/** How many steps of how many days a period has. */
const shapes = {
  week: { steps: 7, days: 1 },
  month: { steps: 30, days: 1 },
  quarter: { steps: 13, days: 7 },
  year: { steps: 52, days: 7 },
} as const satisfies Record<SeriesPeriod, { steps: number; days: number }>;

export type Span = Pick<Series, 'step' | 'days' | 'daysBefore'> & {
  /** The day after the last one. */
  end: string;
};

/** The steps of a period whose last day is `today`, and as many before. */
export function spanOf(period: SeriesPeriod, today: string): Span {
  const { steps, days } = shapes[period];
  const end = Temporal.PlainDate.from(today).add({ days: 1 });
  const startsBefore = (last: Temporal.PlainDate) =>
    Array.from({ length: steps }, (_, at) =>
      last.subtract({ days: (steps - at) * days }).toString(),
    );
  return {
    step: days === 1 ? 'day' : 'week',
    days: startsBefore(end),
    daysBefore: startsBefore(end.subtract({ days: steps * days })),
    end: end.toString(),
  };
}

/** The instant at which a day begins in a zone; a day has 23 hours when the clock is put forward. */
export const beginningOf = (day: string, zone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant().toString();

export type DayFigure = { day: string; amount: number };

/** What happened on single days, summed by the steps of the span. Days outside count nowhere. */
export function stepsOf(span: Span, figures: readonly DayFigure[]): Steps {
  const all = [...span.daysBefore, ...span.days];
  const sums = all.map(() => 0);
  for (const { day, amount } of figures) {
    const at = all.findLastIndex((first) => first <= day);
    if (at >= 0 && day < span.end) sums[at] = (sums[at] ?? 0) + amount;
  }
  const before = sums.slice(0, span.daysBefore.length);
  const now = sums.slice(span.daysBefore.length);
  return { now, before, sum: total(now), sumBefore: total(before) };
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
