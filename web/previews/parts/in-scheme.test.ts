import { expect, it } from 'vitest';
import { inScheme } from './in-scheme.ts';

const letter =
  '<meta name="color-scheme" content="light dark"><style>:root { color-scheme: light dark; } @media (prefers-color-scheme: dark) { a {} }</style>';

it('a letter is shown by day and by night, whatever the machine is set to', () => {
  expect(inScheme(letter, 'dark')).toBe(
    '<meta name="color-scheme" content="dark"><style>:root { color-scheme: dark; } @media all { a {} }</style>',
  );
  expect(inScheme(letter, 'light')).toBe(
    '<meta name="color-scheme" content="light"><style>:root { color-scheme: light; } @media not all { a {} }</style>',
  );
});
