import { describe, expect, it } from 'vitest';
import { cleanDescription } from './description.ts';

describe('a description', () => {
  it.each([
    ['<p>Bravo <b>tutti</b></p>', '<p>Bravo <strong>tutti</strong></p>'],
    ['<p onclick="x()">a</p><script>alert(1)</script>', '<p>a</p>'],
    ['<p><img src=x onerror=alert(1)>a</p>', '<p>a</p>'],
    [
      '<p>a <a href="javascript:alert(1)">b</a></p>',
      '<p>a <a rel="noopener nofollow ugc" target="_blank">b</a></p>',
    ],
    [
      '<p><a href="https://example.test" onmouseover="x">b</a></p>',
      '<p><a href="https://example.test" rel="noopener nofollow ugc" target="_blank">b</a></p>',
    ],
    ['<style>p{}</style><p style="x">a</p><iframe src="x"></iframe>', '<p>a</p>'],
    ['<h1>a</h1><div>b</div><p></p><p><br></p>', '<h3>a</h3><p>b</p>'],
    ['one\ntwo\n\nthree < four', '<p>one<br />two</p><p>three &lt; four</p>'],
    ['<p>&nbsp;</p>', ''],
    ['   ', ''],
  ])('%s is kept as %s', (given, kept) => {
    expect(cleanDescription(given)).toBe(kept);
    expect(cleanDescription(kept)).toBe(kept);
  });
});
