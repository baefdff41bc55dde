import { describe, expect, test } from 'vitest';
import { startAfterPaint } from './start-after-paint.server.ts';

const preload = (name: string) => `<link rel="modulepreload" href="/assets/${name}.js" nonce="n"/>`;
const code = 'import * as route0 from "/assets/root.js";\nimport("/assets/entry.js");';
const router = `<script nonce="n" type="module" async="">${code}</script>`;
const html = `<html><head>${preload('entry')}<title>A show</title>${preload('root')}</head><body><h1>A show</h1>${router}</body></html>`;

describe('a page that is seen before it comes to life', () => {
  const { page, start } = startAfterPaint(html, 'n');

  test('asks for no script by itself', () => {
    expect(page).not.toContain('modulepreload');
    expect(page).not.toContain('type="module"');
    expect(page).toContain('<head><title>A show</title></head><body><h1>A show</h1>');
  });

  test('keeps what starts it, word for word, and knows which modules that will ask for', () => {
    expect(page).toContain(`<script nonce="n" type="text/plain" data-start="">${code}</script>`);
    expect(start).toContain('["/assets/entry.js","/assets/root.js"]');
    expect(start.startsWith('<script nonce="n">')).toBe(true);
  });

  test('is refused when the router has come to start its pages in another way', () => {
    expect(() => startAfterPaint('<html><body></body></html>', 'n')).toThrow('another way');
    expect(() => startAfterPaint(html.replace(' async=""', ''), 'n')).toThrow('another way');
  });
});
