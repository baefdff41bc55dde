import { describe, expect, test } from 'vitest';
import { snippetOf, widgetAddress } from './snippet.ts';

const choice = { product: 'a-show', look: 'card', lang: '', scheme: '' } as const;

describe('what is pasted into a page', () => {
  test('names the show, and nothing that was left to the browser', () => {
    expect(snippetOf('https://platea.example/widget.js', { ...choice, title: 'A show' })).toBe(
      '<script async src="https://platea.example/widget.js" data-product="a-show" data-title="A show"></script>',
    );
  });

  test('says what was chosen, and a title cannot leave its quotes', () => {
    const given = { ...choice, look: 'button', lang: 'pt', scheme: 'dark' } as const;
    expect(snippetOf('/widget.js', { ...given, title: '"> & more' })).toBe(
      '<script async src="/widget.js" data-product="a-show" data-title="&quot;> &amp; more" data-lang="pt" data-scheme="dark" data-look="button"></script>',
    );
  });
});

test('the frame is told whose page it stands in', () => {
  expect(widgetAddress({ ...choice, lang: 'es' }, 'https://a.example')).toBe(
    '/widget/a-show?parent=https%3A%2F%2Fa.example&look=card&lang=es',
  );
});
