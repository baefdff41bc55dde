import { afterEach, describe, expect, test } from 'vitest';
import { useClock } from '#server/platform/clock.ts';
import { marked, newMark, withMark } from './marked-text.ts';
import { pageCache, type RenderedPage } from './page-cache.ts';
import { cachingHeaders, securityHeaders } from './page-headers.ts';
import { pageLanguage } from './page-language.ts';

const page = (status = 200, isWhole = true): RenderedPage => ({
  status,
  headers: {},
  body: marked('<p></p>', newMark()),
  isWhole,
});

describe('the language of a public page', () => {
  test.each([
    [{ query: 'pt', cookie: 'lang=es', acceptLanguage: 'en' }, 'pt'],
    [{ query: 'de', cookie: 'lang=es', acceptLanguage: 'en' }, 'es'],
    [{ cookie: 'a=1; lang=pt; b=2' }, 'pt'],
    [{ cookie: 'xlang=pt', acceptLanguage: 'es-ES,es;q=0.9,en;q=0.8' }, 'es'],
    [{ acceptLanguage: 'de,pt-BR;q=0.5,en;q=0.9' }, 'en'],
    [{ acceptLanguage: 'es;q=0, pt;q=0.1' }, 'pt'],
    [{ acceptLanguage: '*' }, 'en'],
    [{}, 'en'],
  ])('%j is shown in %s', (asked, language) => {
    expect(pageLanguage(asked)).toBe(language);
  });
});

describe('rendered pages', () => {
  afterEach(() => useClock(null));

  test('that are not to be kept are rendered for everybody anew, and no cache keeps them', async () => {
    const cache = pageCache();
    let rendered = 0;
    const secret = { ...page(), headers: { 'cache-control': 'no-store' } };
    const render = async () => {
      rendered += 1;
      return secret;
    };
    await cache.get('en /', render);
    await cache.get('en /', render);
    expect(rendered).toBe(2);
    expect(cachingHeaders(secret, false)).toEqual({ 'Cache-Control': 'no-store' });
  });

  test('two readers at once wait for one rendering', async () => {
    const cache = pageCache();
    let rendered = 0;
    const render = async () => {
      rendered += 1;
      return page();
    };
    await Promise.all([cache.get('en /', render), cache.get('en /', render)]);
    await cache.get('en /', render);
    expect(rendered).toBe(1);
  });

  test('a page is rendered again after a minute', async () => {
    const cache = pageCache();
    let rendered = 0;
    const render = async () => {
      rendered += 1;
      return page();
    };
    useClock('2026-05-01T10:00:00Z');
    await cache.get('en /', render);
    useClock('2026-05-01T10:00:59Z');
    await cache.get('en /', render);
    expect(rendered).toBe(1);
    useClock('2026-05-01T10:01:01Z');
    await cache.get('en /', render);
    expect(rendered).toBe(2);
  });

  test('a page that says something is wrong is not kept', async () => {
    const cache = pageCache();
    const answers = [page(404), page(200)];
    const render = async () => answers.shift() ?? page(500);
    expect((await cache.get('en /x', render)).status).toBe(404);
    expect((await cache.get('en /x', render)).status).toBe(200);
  });

  test('a page that lacks what could not be asked for is not kept', async () => {
    const cache = pageCache();
    const answers = [page(200, false), page(200)];
    const render = async () => answers.shift() ?? page(500);
    expect((await cache.get('en /', render)).isWhole).toBe(false);
    expect((await cache.get('en /', render)).isWhole).toBe(true);
  });

  test('what changed while a page was rendered is not hidden by it', async () => {
    const cache = pageCache();
    let finish = (_: RenderedPage) => {};
    const slow = cache.get('en /', () => new Promise((resolve) => (finish = resolve)));
    cache.forget();
    finish(page(200));
    await slow;
    let again = 0;
    await cache.get('en /', async () => {
      again += 1;
      return page();
    });
    expect(again).toBe(1);
  });

  test('are kept up to a number and a size; what nobody asked for the longest goes first', async () => {
    const mark = newMark();
    const rendered: string[] = [];
    const ask = (cache: ReturnType<typeof pageCache>, key: string, size: number) =>
      cache.get(key, async () => {
        rendered.push(key);
        return { ...page(), body: marked('x'.repeat(size), mark) };
      });
    const byNumber = pageCache({ pages: 2, bytes: 1000 });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(byNumber, key, 1);
    expect(rendered.splice(0)).toEqual(['a', 'b', 'c', 'b']);
    const bySize = pageCache({ pages: 100, bytes: 100 });
    for (const key of ['a', 'b', 'c', 'c', 'a']) await ask(bySize, key, 40);
    expect(rendered.splice(0)).toEqual(['a', 'b', 'c', 'a']);
    // One that is larger than all the room there is is not kept, and pushes out everything once.
    await ask(bySize, 'whole', 101);
    await ask(bySize, 'whole', 101);
    await ask(bySize, 'a', 40);
    expect(rendered.splice(0)).toEqual(['whole', 'whole', 'a']);
    // What is dropped makes room again: two of forty still fit.
    for (const key of ['d', 'a', 'd']) await ask(bySize, key, 40);
    expect(rendered).toEqual(['d']);
  });

  test('a page that could not be rendered is tried again', async () => {
    const cache = pageCache();
    const broken = () => Promise.reject(new Error('broken'));
    await expect(cache.get('en /', broken)).rejects.toThrow('broken');
    expect((await cache.get('en /', async () => page())).status).toBe(200);
  });
});

describe('a kept page', () => {
  test('is sent with a mark of its own each time, and stays as it is', () => {
    const [kept, first, second] = [newMark(), newMark(), newMark()];
    const page = (mark: string) => `<i nonce="${mark}">¡Olé!</i><b nonce="${mark}">“ok”</b>`;
    const body = marked(page(kept), kept);
    expect(withMark(body, first).toString()).toBe(page(first));
    expect(withMark(body, second).toString()).toBe(page(second));
    expect(body.bytes.toString()).toBe(page(kept));
  });

  test('without a mark is sent as it is', () => {
    expect(withMark(marked('', newMark()), newMark()).toString()).toBe('');
    expect(withMark(marked('{}', newMark()), newMark()).toString()).toBe('{}');
  });
});

describe('headers of a page', () => {
  const https = securityHeaders('abc', new URL('https://platea.example'));

  test('scripts run only from us or by the nonce', () => {
    const policy = https['Content-Security-Policy'] ?? '';
    const scripts = policy.split('; ').find((rule) => rule.startsWith('script-src'));
    expect(scripts).toBe("script-src 'self' 'nonce-abc'");
    expect(policy.startsWith("default-src 'none'")).toBe(true);
    expect(policy).toContain("connect-src 'self' wss://platea.example");
  });

  test('forms go to us, and to whoever is named', () => {
    const bank = 'https://bank.example:25443';
    const named = securityHeaders('abc', new URL('https://platea.example'), [bank]);
    const formsOf = (headers: Record<string, string>) =>
      headers['Content-Security-Policy']
        ?.split('; ')
        .find((rule) => rule.startsWith('form-action'));
    expect(formsOf(https)).toBe("form-action 'self'");
    expect(formsOf(named)).toBe(`form-action 'self' ${bank}`);
  });

  test('browsers are told to come by https only where we are on https', () => {
    expect(https['Strict-Transport-Security']).toBe('max-age=63072000; includeSubDomains; preload');
    const http = securityHeaders('abc', new URL('http://localhost:3000'));
    expect(http['Strict-Transport-Security']).toBeUndefined();
  });

  test('shared caches keep good pages, by language unless the address names it', () => {
    expect(cachingHeaders(page(), false).Vary).toBe('Accept-Language, Cookie, Accept-Encoding');
    expect(cachingHeaders(page(), true).Vary).toBe('Accept-Encoding');
    const lasting = { ...page(), headers: { 'cache-control': 'public, immutable' } };
    expect(cachingHeaders(lasting, false)).toEqual({});
    for (const bad of [page(404), page(200, false)]) {
      expect(cachingHeaders(bad, true)).toEqual({ 'Cache-Control': 'no-store' });
    }
  });
});
