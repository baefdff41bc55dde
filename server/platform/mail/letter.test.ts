import { expect, it } from 'vitest';
import { headersOf } from './headers.ts';
import { writeLetter } from './letter.ts';
import { momentFor } from './moments.ts';

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

it('carries its preheader, the words of others as a quote, and the way to stop it', async () => {
  const { html, text } = await writeLetter(
    {
      ...letter('x'),
      paragraphs: ['The team wrote:'],
      quote: 'First <line>\nSecond',
      after: ['Then send it again.'],
      picture: { path: '/images/a/1100.jpg', alt: 'A stage' },
      stop: { label: 'Stop these', path: '/letters/stop/a/b' },
    },
    'pt',
  );
  expect(html).toContain('First &lt;line&gt;\nSecond</blockquote>');
  expect(html).toMatch(/src="http[^"]+\/images\/a\/1100\.jpg"/);
  expect(html).toMatch(/href="http[^"]+\/letters\/stop\/a\/b"/);
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(text).toContain('The team wrote:\n\n> First <line>\n> Second\n\n');
  expect(text).toMatch(/\n-- \n.*\nStop these: http[^\n]+\/letters\/stop\/a\/b\n/s);
});

it('says its language, that it is written by a program, and where it can be stopped', () => {
  expect(headersOf({ language: 'es', stopPath: '' })).toEqual({
    'Content-Language': 'es',
    'Auto-Submitted': 'auto-generated',
  });
  expect(headersOf({ language: 'es', stopPath: '/letters/stop/a/b' })).toMatchObject({
    'List-Unsubscribe': expect.stringMatching(/^<http[^>]+\/letters\/stop\/a\/b>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

it('says its size and its colour beside its font, which no quotation mark ends', async () => {
  const { html } = await writeLetter(letter('x'), 'en');
  const styled = html.match(/<div\s+style="[^"]*font-family:Inter[^"]*font-size:16px[^"]*color:/g);
  // Title, greeting, paragraph
  expect(styled).toHaveLength(3);
});

it('says when something is by the clock of its reader, whose city is spelled as it is', () => {
  const at = '2026-12-18T19:30:00Z';
  expect(momentFor(at, 'en')).toBe('Friday, 18 December 2026, 20:30 (Madrid time)');
  expect(momentFor(at, 'pt', 'America/Sao_Paulo')).toBe(
    'sexta-feira, 18 de dezembro de 2026, 16:30 (horário de São Paulo)',
  );
  expect(momentFor(at, 'es', 'Asia/Kolkata')).toContain('19 de diciembre de 2026, 01:00');
});
