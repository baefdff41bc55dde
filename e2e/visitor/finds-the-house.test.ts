import { parse } from 'parse5';
import { describe, expect, inject, it } from 'vitest';
import { judge } from '#test/rich-results.ts';

type Node = { nodeName: string; attrs?: { name: string; value: string }[]; childNodes?: Node[] };
type Head = {
  title: string;
  meta: (name: string) => string | undefined;
  links: (rel: string) => Record<string, string>[];
  structured: object[];
};

const text = (node: Node): string =>
  (node as { value?: string }).value ?? (node.childNodes ?? []).map(text).join('');

/** Whoever searches comes to the address that people type, wherever the product runs. */
async function headOf(path: string): Promise<Head> {
  const answer = await fetch(inject('baseUrl') + path, { headers: { 'accept-language': 'de' } });
  const all: Node[] = [];
  const walk = (node: Node) => {
    all.push(node);
    node.childNodes?.forEach(walk);
  };
  walk(parse(await answer.text()) as unknown as Node);
  const given = (node: Node) =>
    Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value]));
  const metas = all.filter(({ nodeName }) => nodeName === 'meta').map(given);
  const scripts = all.filter(({ nodeName }) => nodeName === 'script');
  return {
    title: text(all.find(({ nodeName }) => nodeName === 'title') as Node),
    meta: (name) => metas.find((one) => (one.name ?? one.property) === name)?.content,
    links: (rel) =>
      all
        .filter(({ nodeName }) => nodeName === 'link')
        .map(given)
        .filter((one) => one.rel === rel),
    structured: scripts
      .filter((node) => given(node).type === 'application/ld+json')
      .map((node) => JSON.parse(text(node))),
  };
}

const ours = (address = '') => `${inject('baseUrl')}${new URL(address).pathname}`;

/** Public pages as the list for search engines names them. */
async function publicPaths(): Promise<string[]> {
  const listed = await Promise.all(
    ['pages', 'products-1', 'channels-1'].map(async (part) => {
      const xml = await (await fetch(`${inject('baseUrl')}/sitemaps/${part}.xml`)).text();
      return [...xml.matchAll(/<loc>([^<?]+)<\/loc>/g)].map(
        ([, loc = '']) => new URL(loc).pathname,
      );
    }),
  );
  return listed.flat();
}

describe('every public page', () => {
  it('says in its head what it is, in each language at an address of its own', async () => {
    const paths = await publicPaths();
    expect(paths.length).toBeGreaterThan(6);
    for (const language of ['en', 'es', 'pt']) {
      const heads = await Promise.all(paths.map((path) => headOf(`${path}?lang=${language}`)));
      const said = (pick: (head: Head) => string | undefined) => new Set(heads.map(pick)).size;
      expect(said(({ title }) => title)).toBe(paths.length);
      expect(said(({ meta }) => meta('description'))).toBe(paths.length);
      for (const [index, { title, meta, links }] of heads.entries()) {
        const path = paths[index];
        expect(title.length, path).toBeGreaterThan(10);
        const description = meta('description') ?? '';
        expect(description.length, `${path} ${language}: ${description}`).toBeGreaterThan(50);
        expect(description.length, `${path} ${language}`).toBeLessThanOrEqual(161);
        const [canonical] = links('canonical');
        expect(canonical?.href).toMatch(new RegExp(`^https?://[^/]+${path}\\?lang=${language}$`));
        expect(meta('og:url')).toBe(canonical?.href);
        const named = links('alternate').filter(({ hreflang }) => hreflang);
        expect(named.map(({ hreflang }) => hreflang)).toEqual(['en', 'es', 'pt', 'x-default']);
        expect(named.find(({ hreflang }) => hreflang === language)?.href).toBe(canonical?.href);
      }
    }
  });

  it('is the default where no language is asked for, and each page of a list is its own', async () => {
    const { links } = await headOf('/');
    expect(links('canonical')[0]?.href).toMatch(/^https?:\/\/[^/]+\/$/);
    const second = await headOf('/aviso-legal?page=2&lang=es');
    expect(second.links('canonical')[0]?.href).toMatch(/\/aviso-legal\?lang=es&page=2$/);
    expect((await headOf('/search-results?q=noche')).meta('robots')).toBe('noindex');
  });

  it('has the structured data that search engines ask for', async () => {
    for (const path of (await publicPaths()).filter((one) => one !== '/aviso-legal')) {
      const { structured } = await headOf(path);
      expect(structured.length, path).toBe(1);
      expect(judge(structured[0] as object), path).toEqual({ errors: [], warnings: [] });
    }
  });

  it('has a picture for links to it, and a feed', async () => {
    const paths = await publicPaths();
    const product = paths.find((path) => path.startsWith('/products/')) ?? '';
    const channel = paths.find((path) => path.startsWith('/channels/')) ?? '';
    for (const path of ['/', product, channel]) {
      const { meta, links } = await headOf(`${path}?lang=es`);
      expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630']);
      expect(meta('og:image:alt')).not.toBe('');
      const picture = await fetch(ours(meta('og:image')), { redirect: 'error' });
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const [feed] = links('alternate').filter(({ type }) => type === 'application/rss+xml');
      expect((await fetch(inject('baseUrl') + feed?.href)).headers.get('content-type')).toBe(
        'application/rss+xml; charset=utf-8',
      );
    }
  });
});
