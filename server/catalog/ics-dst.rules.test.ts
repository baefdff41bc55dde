import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { calendarOf } from '#contract/shared/calendar.ts';
import {
  neverVectors,
  nightVectors,
  onceVectors,
  twiceVectors,
  weeklyVectors,
} from '#test/vectors/ics-dst.ts';
import { localTime, readTime } from './times.rules.ts';

const madrid = 'Europe/Madrid';

describe('a typed time, by the vectors of others’ faults', () => {
  it.each(onceVectors)('%s in %s is %s', (local, zone, instant) => {
    expect(readTime(local, zone)).toEqual({ instant, ambiguous: false });
  });

  it.each(twiceVectors)('%s in %s is twice: the earlier, and said so', (local, zone, instant) => {
    expect(readTime(local, zone)).toEqual({ instant, ambiguous: true });
  });

  it.each(neverVectors)('%s in %s does not exist', (local, zone) => {
    expect(readTime(local, zone)).toEqual({ fault: 'time_missing' });
  });

  it.each([...onceVectors, ...twiceVectors])(
    '%s in %s stays where it is, saved ten times over',
    (local, zone) => {
      let shown: string = local;
      for (let time = 0; time < 10; time += 1) {
        const read = readTime(shown, zone);
        if (read.fault) throw new Error(read.fault);
        shown = localTime(read.instant, zone);
      }
      expect(shown).toBe(local);
    },
  );

  it.each(weeklyVectors.map((show) => [show]))('a weekly show keeps its hour: %j', (show) => {
    const first = Temporal.PlainDateTime.from(show[0][0]);
    const weeks = show.map((_, week) =>
      first.add({ weeks: week }).toString({ smallestUnit: 'minute' }),
    );
    expect(
      weeks.map((local) => [local, (readTime(local, madrid) as { instant: string }).instant]),
    ).toEqual(show);
  });

  it.each(nightVectors)(
    'a night from %s to %s has %d hours, in its calendar file too',
    (from, to, hours) => {
      const [startsAt, endsAt] = [from, to].map(
        (local) => (readTime(local, madrid) as { instant: string }).instant,
      );
      if (!startsAt || !endsAt) throw new Error('a time of the night is missing');
      expect(Temporal.Instant.from(startsAt).until(endsAt).total('hours')).toBe(hours);
      const file = calendarOf([
        {
          id: 'night',
          title: 'Night',
          url: 'https://platea.test',
          startsAt,
          endsAt,
          madeAt: startsAt,
        },
      ]);
      const stamp = (name: string) => new RegExp(`${name}:(\\d{8}T\\d{6}Z)\r\n`).exec(file)?.[1];
      const compact = (instant: string) => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
      expect([stamp('DTSTART'), stamp('DTEND')]).toEqual([compact(startsAt), compact(endsAt)]);
    },
  );
});
