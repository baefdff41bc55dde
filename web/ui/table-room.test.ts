import { expect, test } from 'vitest';
import { roomFor } from './table-room.ts';

test.each([
  [350, 0, 'cards', 'a phone'],
  [722, 0, 'cards', 'a tablet, beside nothing'],
  [850, 0, 'rows', 'columns that fit'],
  [850, 960, 'cards', 'columns whose last would be out of sight'],
  [900, 960, 'wide', 'columns of which little is out of sight'],
  [1100, 1000, 'rows', 'columns that fit again'],
])('in %d pixels, where %d are needed, a list is shown as %s: %s', (has, needed, room) => {
  expect(roomFor(has, needed)).toBe(room);
});
