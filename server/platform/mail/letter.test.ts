import { expect, it } from 'vitest';
import { writeLetter } from './letter.ts';

const letter = (text: string) => ({
  subject: `About ${text}`,
  greeting: `Hello ${text}`,
  paragraphs: [text],
  facts: [['Name', text] satisfies [string, string]],
  button: { label: text, path: '/activate/a?b=1&c=2' },
});

it('shows what people wrote as they wrote it, and runs none of it', async () => {
  const { html, text } = await writeLetter(letter('<b>"Ann" & %%url%%</b>'), 'en');
  expect(html).toContain('Hello &lt;b&gt;&quot;Ann&quot; &amp; %%url%%&lt;/b&gt;');
  expect(html).not.toContain('<b>"Ann"');
  expect(html).toContain('/activate/a?b=1&amp;c=2"');
  expect(html.match(/%%\w+%%/g)?.every((left) => left === '%%url%%')).toBe(true);
  expect(text).toContain('<b>"Ann" & %%url%%</b>');
});

it('of the same form says each its own', async () => {
  await writeLetter(letter('first'), 'en');
  const { html } = await writeLetter(letter('second'), 'es');
  expect(html).toContain('Hello second');
  expect(html).toContain('lang="es"');
  expect(html).not.toContain('first');
});
