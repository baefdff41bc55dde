import { expect, test } from 'vitest';
import { inEnglish } from '#test/in-english.tsx';
import { CardGrid } from './card-grid.tsx';
import { Rail } from './rail.tsx';

const cards = (count: number) =>
  'abcd'
    .slice(0, count)
    .split('')
    .map((name) => <b key={name}>{name}</b>);

test.each([1, 3])('a list of %i says itself that it is short', (count) => {
  expect(inEnglish(<CardGrid>{cards(count)}</CardGrid>)).toContain('data-few');
  expect(inEnglish(<Rail title="Next">{cards(count)}</Rail>)).toContain('data-few');
});

test('a longer one is laid out as such from its first card on', () => {
  expect(inEnglish(<CardGrid>{cards(4)}</CardGrid>)).not.toContain('data-few');
  expect(inEnglish(<Rail title="Next">{cards(4)}</Rail>)).not.toContain('data-few');
});

test('what is not shown does not count', () => {
  expect(inEnglish(<CardGrid>{[...cards(3), null, false]}</CardGrid>)).toContain('data-few');
});
