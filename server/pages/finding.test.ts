import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { outdateAnswers } from '#server/platform/http/kept-answers.ts';
import { anOrganizer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aPicture } from '#test/factories/media.ts';
import { app } from '#test/story.ts';
import { childrenOf, type Element, parseXml, textsOf } from '#test/xml.ts';

const get = async (url: string, headers: Record<string, string> = {}) =>
  (await app()).inject({ method: 'GET', url, headers });
const before = config();
afterEach(() => overrideConfig(before));

const site = 'https://platea.test';
const openHouse = () => overrideConfig({ PUBLIC_URL: site, DEMO: false });

async function listed(part: string): Promise<Element[]> {
  outdateAnswers();
  const { body } = await get(`/sitemaps/${part}.xml`);
  return childrenOf(parseXml(body), 'url');
}

describe('what search engines may read', () => {
  it('is everything but what is personal, with the list of it', async () => {
    openHouse();
    const { body, headers } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain(`Sitemap: ${site}/sitemap.xml\n`);
    for (const path of ['/account', '/manage', '/mystuff', '/player/', '/checkout', '/api/']) {
      expect(body).toContain(`\nDisallow: ${path}\n`);
    }
    expect(body).not.toMatch(/^Disallow: \/$/m);
  });

  it('is nothing of a demonstration that others can reach', async () => {
    overrideConfig({ PUBLIC_URL: site, DEMO: true });
    expect((await get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
    overrideConfig({ PUBLIC_URL: 'http://localhost:3000', DEMO: true });
    expect((await get('/robots.txt')).body).toContain('Sitemap:');
  });
});

describe('the list of pages', () => {
  it('names public products and channels only, in every language, with their picture', async () => {
    openHouse();
    const channel = await aChannel();
    const open = await aProduct({ channel });
    const draft = await aProduct({ channel, status: 'draft' });
    const secret = await aProduct({ channel, status: 'private' });
    const closed = await aProduct({ channel: await aChannel({ state: 'in_review' }) });
    const urls = await listed('products-1');
    const addresses = urls.flatMap((url) => textsOf(url, 'loc'));
    const address = `${site}/products/${open.slug}`;
    expect(addresses.filter((one) => one.includes(open.slug))).toEqual([
      address,
      `${address}?lang=en`,
      `${address}?lang=es`,
      `${address}?lang=pt`,
    ]);
    for (const { slug } of [draft, secret, closed]) {
      expect(addresses.filter((one) => one.includes(slug))).toEqual([]);
    }
    const [mine] = urls.filter((url) => textsOf(url, 'loc')[0] === address) as [Element];
    const links = childrenOf(mine, 'xhtml:link').map(({ attributes }) => attributes);
    expect(links.map(({ hreflang, href }) => [hreflang, href])).toEqual([
      ['x-default', address],
      ['en', `${address}?lang=en`],
      ['es', `${address}?lang=es`],
      ['pt', `${address}?lang=pt`],
    ]);
    expect(textsOf(mine, 'lastmod')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const [image] = childrenOf(mine, 'image:image') as [Element];
    expect(textsOf(image, 'image:loc')[0]).toMatch(
      /^https:\/\/platea\.test\/images\/.+\/1100\.jpg$/,
    );
    const channels = (await listed('channels-1')).flatMap((url) => textsOf(url, 'loc'));
    expect(channels).toContain(`${site}/channels/${channel.slug}`);
    expect(channels.filter((one) => one.includes(closed.channel.slug))).toEqual([]);
  });

  it('is found from its index, and answers no other name', async () => {
    openHouse();
    await aProduct();
    outdateAnswers();
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const parts = childrenOf(parseXml(body), 'sitemap').flatMap((part) => textsOf(part, 'loc'));
    expect(parts).toEqual(
      ['pages', 'products-1', 'channels-1'].map((name) => `${site}/sitemaps/${name}.xml`),
    );
    for (const name of ['products-2', 'products-0', 'users-1', 'pages-1', '..%2Fx']) {
      expect((await get(`/sitemaps/${name}.xml`)).statusCode).toBe(404);
    }
    expect((await listed('pages')).flatMap((url) => textsOf(url, 'loc'))).toContain(
      `${site}/aviso-legal?lang=pt`,
    );
  });

  it('has nothing that costs while nothing is sold for money', async () => {
    openHouse();
    const paid = await aProduct();
    const free = await aProduct({ plan: 'free', price: 0 });
    const paths = async () => (await listed('products-1')).flatMap((url) => textsOf(url, 'loc'));
    expect(await paths()).toContain(`${site}/products/${paid.slug}`);
    const sells = (paid_content: boolean) =>
      db().updateTable('media_pay').set({ paid_content }).execute();
    await sells(false);
    outdateAnswers();
    const left = await paths().finally(() => sells(true));
    expect(left).toContain(`${site}/products/${free.slug}`);
    expect(left).not.toContain(`${site}/products/${paid.slug}`);
  });

  it('is kept until something public changes, and sent packed to whoever can unpack', async () => {
    openHouse();
    const count = async () => (await get('/sitemaps/products-1.xml')).body.split('<url>').length;
    outdateAnswers();
    const first = await count();
    await aProduct();
    expect(await count()).toBe(first);
    outdateAnswers();
    expect(await count()).toBe(first + 4);
    const { headers, rawPayload } = await get('/sitemaps/products-1.xml', {
      'accept-encoding': 'br, gzip',
    });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(rawPayload).toString().split('<url>').length).toBe(first + 4);
  });
});

describe('the feed', () => {
  const itemsOf = (body: string) => {
    const [channel] = childrenOf(parseXml(body), 'channel') as [Element];
    return { channel, items: childrenOf(channel, 'item') };
  };

  it('tells of new products, whole and escaped, in the language that is asked for', async () => {
    openHouse();
    const owner = await anOrganizer();
    const channel = await aChannel({ owner, title: 'Tú & <yo>' });
    const { id: pictureId } = await aPicture({ owner });
    const shown = await aProduct({
      channel,
      pictureId,
      title: '"Fish" & <b>Chips</b> \u0007',
      shortDescription: "Rock 'n' roll ]]> & more",
    });
    await aProduct({ channel, status: 'private' });
    await db()
      .updateTable('products')
      .set({ published_at: '2026-03-01T19:30:00Z' })
      .where('id', '=', shown.id)
      .execute();
    const { body, headers } = await get(`/channels/${channel.slug}/feed.xml?lang=es`);
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const feed = itemsOf(body);
    expect(textsOf(feed.channel, 'title')).toEqual(['Tú & <yo> · Platea']);
    expect(textsOf(feed.channel, 'language')).toEqual(['es']);
    expect(feed.items.length).toBe(1);
    const [item] = feed.items as [Element];
    expect(textsOf(item, 'title')).toEqual(['"Fish" & <b>Chips</b> ']);
    expect(textsOf(item, 'description')).toEqual(["Rock 'n' roll ]]> & more"]);
    expect(textsOf(item, 'content:encoded')).toEqual([
      '<p>Two hours of strings by candlelight.</p>',
    ]);
    expect(textsOf(item, 'pubDate')).toEqual(['Sun, 01 Mar 2026 19:30:00 GMT']);
    expect(textsOf(item, 'guid')).toEqual([shown.id]);
    expect(textsOf(item, 'link')).toEqual([`${site}/products/${shown.slug}?lang=es`]);
    const [enclosure] = childrenOf(item, 'enclosure') as [Element];
    expect(enclosure.attributes.type).toBe('image/jpeg');
    expect(Number(enclosure.attributes.length)).toBeGreaterThan(100);
    const [self] = childrenOf(feed.channel, 'atom:link') as [Element];
    expect(self.attributes.href).toBe(`${site}/channels/${channel.slug}/feed.xml?lang=es`);
  });

  it('of the house holds the newest thirty, the newest first', async () => {
    openHouse();
    const channel = await aChannel();
    for (let count = 0; count < 31; count += 1) await aProduct({ channel });
    const last = await aProduct({ channel });
    await db()
      .updateTable('products')
      .set({ published_at: '2029-01-01T00:00:00Z' })
      .where('id', '=', last.id)
      .execute();
    outdateAnswers();
    const { items } = itemsOf((await get('/feed.xml')).body);
    expect(items.length).toBe(30);
    expect(textsOf(items[0] as Element, 'guid')).toEqual([last.id]);
  });

  it('of a channel that is not published is not there', async () => {
    const { slug } = await aChannel({ state: 'draft' });
    expect((await get(`/channels/${slug}/feed.xml`)).statusCode).toBe(404);
  });
});
