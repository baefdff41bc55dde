import { describe, expect, test } from 'vitest';
import { deedOf, deedsOf, goesOnHeld, type KeyPlace } from './player-keys.ts';

const press = (key: string, held = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  ...held,
});

describe('a key in the player', () => {
  test.each([
    ['k', 'play'],
    ['K', 'play'],
    [' ', 'play'],
    ['f', 'fullscreen'],
    ['m', 'mute'],
    ['c', 'captions'],
    ['j', 'back'],
    ['ArrowLeft', 'back'],
    ['l', 'forward'],
    ['ArrowRight', 'forward'],
    ['ArrowUp', 'louder'],
    ['ArrowDown', 'softer'],
    ['?', 'help'],
    ['x', null],
    ['Tab', null],
  ])('%s of a recording: %s', (key, deed) => {
    expect(deedOf(press(key), 'page', false)).toBe(deed);
  });

  test.each(['k', ' ', 'f', 'm', 'c', 'j', 'l', '?', 'ArrowLeft'])(
    '%j does nothing while somebody writes',
    (key) => {
      expect(deedOf(press(key), 'field', false)).toBeNull();
    },
  );

  test('a button keeps its space bar, a slider its arrows; letters work everywhere else', () => {
    const place: KeyPlace = 'control';
    const keys = [' ', 'ArrowLeft', 'ArrowUp', 'k', 'f'];
    expect(keys.map((key) => deedOf(press(key), place, false))).toEqual([
      null,
      null,
      null,
      'play',
      'fullscreen',
    ]);
  });

  test('keys that belong to the browser are left to it', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(deedOf(press('f', held), 'page', false)).toBeNull();
    }
    expect(deedOf(press('f', { defaultPrevented: true }), 'page', false)).toBeNull();
  });

  test('a live show cannot be wound, and its list of keys does not say so', () => {
    for (const key of ['j', 'l', 'ArrowLeft', 'ArrowRight']) {
      expect(deedOf(press(key), 'page', true)).toBeNull();
    }
    expect(deedOf(press('m'), 'page', true)).toBe('mute');
    expect(deedsOf(true)).toEqual([
      'play',
      'mute',
      'fullscreen',
      'captions',
      'louder',
      'softer',
      'help',
    ]);
    expect(deedsOf(false)).toHaveLength(9);
  });

  test('a key that is held down goes on winding, and turns nothing on and off', () => {
    expect(deedsOf(false).filter(goesOnHeld)).toEqual(['back', 'forward', 'louder', 'softer']);
  });
});
