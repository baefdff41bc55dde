import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { ProductStatus, ProductType } from '#contract/catalog.ts';
import { whyNotReplace } from './source.rules.ts';

const start = Temporal.Instant.from('2026-12-03T20:00:00Z');
const after = (duration: string) => start.add(Temporal.Duration.from(duration));
const text = (duration: string) => after(duration).toString({ fractionalSecondDigits: 3 });
const showing = (from: string, until: string, cancelledAt: string | null = null) => ({
  ...{ startsAt: text(from), endsAt: text(until), cancelledAt },
});
const tonight = [showing('PT0S', 'PT80M')];

type Row = [
  title: string,
  expected: ReturnType<typeof whyNotReplace>,
  at: string,
  given?: { type?: ProductType; status?: ProductStatus; sessions?: typeof tonight },
];
const rows: Row[] = [
  ['more than a quarter of an hour before', null, '-PT15M0.001S'],
  ['a quarter of an hour before', 'starts_soon', '-PT15M'],
  ['a millisecond before', 'starts_soon', '-PT0.001S'],
  ['at its start', 'on_air', 'PT0S'],
  ['a millisecond before its end', 'on_air', 'PT79M59.999S'],
  ['at its end, which is still being fetched', 'on_air', 'PT80M'],
  ['a millisecond less than a minute after it', 'on_air', 'PT80M59.999S'],
  ['a minute after it', null, 'PT81M'],
  [
    'between two, near the second',
    'starts_soon',
    'PT1H50M',
    { sessions: [...tonight, showing('PT2H', 'PT3H20M')] },
  ],
  [
    'with one on air and one about to begin',
    'on_air',
    'PT70M',
    { sessions: [...tonight, showing('PT75M', 'PT3H')] },
  ],
  ['of a cancelled showing', null, 'PT1M', { sessions: [showing('PT0S', 'PT80M', text('-PT1H'))] }],
  ['of a draft', null, 'PT1M', { status: 'draft' }],
  ['of a private product', 'on_air', 'PT1M', { status: 'private' }],
  ['of a video on demand', null, 'PT1M', { type: 'vod' }],
];

describe('what the clock plays can be changed', () => {
  it.each(rows)('%s: %s', (_, expected, at, given) => {
    const product = { type: 'live', status: 'published', sessions: tonight, ...given } as const;
    expect(whyNotReplace(product, after(at))).toBe(expected);
  });
});
