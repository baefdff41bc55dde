import { describe, expect, it } from 'vitest';
import { isSafeLink, linkFrom } from './rich-text-links.ts';

describe('the address of a link', () => {
  it.each([
    ['https://platea.test/a?b=c#d', 'https://platea.test/a?b=c#d'],
    ['http://platea.test', 'http://platea.test'],
    ['  platea.test/cartelera ', 'https://platea.test/cartelera'],
    ['ana@platea.test', 'mailto:ana@platea.test'],
    ['mailto:ana@platea.test', 'mailto:ana@platea.test'],
    ['HTTPS://PLATEA.TEST', 'HTTPS://PLATEA.TEST'],
  ])('%s is understood as %s', (typed, address) => {
    expect(linkFrom(typed)).toBe(address);
  });

  it.each([
    '',
    'two words',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://platea.test',
    'blob:https://platea.test/1',
    'nowhere',
    '/products/one',
  ])('%s is none', (typed) => {
    expect(linkFrom(typed)).toBe(null);
  });

  it.each([
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    '//x.test',
  ])('%j of a pasted page is none either', (address) => expect(isSafeLink(address)).toBe(false));
});
