import { expect, test } from 'vitest';
import { withChosen } from './sought.ts';

const night = { value: 'night', label: 'A night of strings' };
const day = { value: 'day', label: 'A day of brass' };

test('what is chosen has its name though the list that is shown knows nothing of it', () => {
  expect(withChosen([day, night], { value: 'night' }, null)).toEqual([night, day]);
  expect(withChosen([day], { value: 'night' }, night)).toEqual([night, day]);
  expect(withChosen([], { value: 'night', label: 'Strings' }, night)).toEqual([
    { value: 'night', label: 'Strings' },
  ]);
});

test('what nobody knows the name of stands by its value, and nothing where nothing is chosen', () => {
  expect(withChosen([day], { value: 'night' }, day)).toEqual([
    { value: 'night', label: 'night' },
    day,
  ]);
  expect(withChosen([day, night], null, night)).toEqual([day, night]);
});
