import { describe, expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';

const at = (ms: number): string => new Date(ms).toISOString();

describe('the clock of the server', () => {
  test('is the browser’s until an answer has come', () => {
    expect(new ServerClock().at(5000)).toBe(5000);
  });

  test('is taken from the middle between question and answer', () => {
    const clock = new ServerClock();
    clock.hear(at(10_050), { asked: 0, answered: 100 });
    expect(clock.at(100)).toBe(10_100);
  });

  test('believes the fastest answer', () => {
    const clock = new ServerClock();
    clock.hear(at(10_900), { asked: 0, answered: 1000 });
    expect(clock.at(0)).toBe(10_400);
    clock.hear(at(12_010), { asked: 2000, answered: 2020 });
    expect(clock.at(0)).toBe(10_000);
    clock.hear(at(13_300), { asked: 3000, answered: 3500 });
    expect(clock.at(0)).toBe(10_000);
  });

  test('begins anew when the machine has slept', () => {
    const clock = new ServerClock();
    clock.hear(at(10_010), { asked: 0, answered: 20 });
    clock.hear(at(3_610_300), { asked: 100, answered: 500 });
    expect(clock.at(300)).toBe(3_610_300);
  });
});
