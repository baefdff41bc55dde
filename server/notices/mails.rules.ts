import { Temporal } from 'temporal-polyfill';
import type { FieldFault } from '#contract/shared/errors.ts';

export type Days = { from: string; to: string };

/** Without days a search covers the last thirty; with one of them, thirty from it or up to it. */
export function searchedDays(asked: { from?: string; to?: string }, today: string): Days {
  if (asked.from && asked.to) return { from: asked.from, to: asked.to };
  if (asked.from) {
    return {
      from: asked.from,
      to: Temporal.PlainDate.from(asked.from).add({ days: 29 }).toString(),
    };
  }
  const to = asked.to ?? today;
  return { from: Temporal.PlainDate.from(to).subtract({ days: 29 }).toString(), to };
}

/** What is wrong with the days of a search: it runs forward and covers less than three months. */
export function faultOfDays({ from, to }: Days): Record<string, FieldFault> | null {
  if (to < from) return { to: 'end_before_start' };
  const tooLate = Temporal.PlainDate.from(from).add({ months: 3 }).toString();
  // Both days are included, so the day before three months is the last one allowed.
  return Temporal.PlainDate.from(to).add({ days: 1 }).toString() >= tooLate
    ? { to: 'too_big' }
    : null;
}
