import { expect, test } from 'vitest';
import { dataPlaces, isInForm, placeOf } from './my-data-places.ts';

test('the end of the address opens its part, and any other the first', () => {
  expect(dataPlaces.map((place) => placeOf(`#${place}`))).toEqual([...dataPlaces]);
  expect([placeOf(''), placeOf('#nothing'), placeOf('billing')]).toEqual([
    'personal',
    'personal',
    'personal',
  ]);
});

test('the bar to save with stands under what it saves, and under nothing else', () => {
  expect(dataPlaces.filter(isInForm)).toEqual(['personal', 'profile', 'billing', 'letters']);
});
