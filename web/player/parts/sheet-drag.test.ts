import { expect, test } from 'vitest';
import { isTap, landsOpen } from './sheet-drag.ts';
import { opensByItself } from './use-chat-place.ts';

const slow = { fromY: 800, toY: 700, ms: 1000, most: 500 };

test('a sheet that is let go slowly goes to the nearer end', () => {
  expect(landsOpen({ ...slow, height: 300 })).toBe(true);
  expect(landsOpen({ ...slow, height: 200 })).toBe(false);
});

test('a flick decides wherever it ends', () => {
  expect(landsOpen({ fromY: 800, toY: 720, ms: 100, most: 500, height: 130 })).toBe(true);
  expect(landsOpen({ fromY: 400, toY: 480, ms: 100, most: 500, height: 420 })).toBe(false);
});

test('a finger that hardly moves has tapped', () => {
  expect(isTap({ fromY: 800, toY: 795 })).toBe(true);
  expect(isTap({ fromY: 800, toY: 780 })).toBe(false);
});

test('the chat is open by itself beside the picture, and below one that is live', () => {
  expect(opensByItself('beside', null)).toBe(true);
  expect(opensByItself('beside', 'live')).toBe(true);
  expect(opensByItself('sheet', 'live')).toBe(true);
  expect(opensByItself('sheet', null)).toBe(false);
  expect(opensByItself('panel', 'live')).toBe(false);
});

test('the chat of a recording waits to be opened, wherever it is', () => {
  for (const place of ['beside', 'sheet', 'panel'] as const) {
    expect(opensByItself(place, 'recording')).toBe(false);
  }
});
