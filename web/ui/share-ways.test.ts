import { describe, expect, test } from 'vitest';
import { mailOf, shareWays } from './share-ways.ts';

const shared = {
  title: '¿Tú & yo? 100 %',
  url: 'https://platea.test/products/tu-y-yo?session=1&lang=es',
};

describe('sharing a page', () => {
  test.each([
    ['WhatsApp', 'wa.me', { text: `${shared.title} ${shared.url}` }],
    ['X', 'x.com', { text: shared.title, url: shared.url }],
    ['Facebook', 'www.facebook.com', { u: shared.url }],
  ])('by %s carries title and address whole', (name, host, parameters) => {
    const address = shareWays.find((way) => way.name === name)?.addressOf(shared) ?? '';
    const url = new URL(address);
    expect(url.host).toBe(host);
    expect(Object.fromEntries(url.searchParams)).toEqual(parameters);
  });

  test('by e-mail writes spaces so that mail programs read them', () => {
    const address = mailOf(shared);
    expect(address).not.toContain('+');
    const [subject = '', body = ''] = address.replace('mailto:?subject=', '').split('&body=');
    expect(decodeURIComponent(subject)).toBe(shared.title);
    expect(decodeURIComponent(body)).toBe(`${shared.title}\n${shared.url}`);
  });
});
