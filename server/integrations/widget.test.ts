import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { SaleState } from '#contract/catalog.ts';
import { widgetsContract } from '#contract/widgets.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aThing } from '#test/factories/shipments.ts';
import { app, call, refusal } from '#test/story.ts';
import words from './words/en.json' with { type: 'json' };

const { DEMO } = config();
afterEach(() => overrideConfig({ DEMO }));

const save = ({ channel }: SomeProduct, domains: string[]) =>
  call(widgetsContract.saveWidget, {
    as: channel.owner,
    params: { slug: channel.slug },
    body: { domains },
  });
const get = async (url: string, headers: Record<string, string> = {}) =>
  (await app()).inject({ url, headers });
const framers = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1];

describe('the widget of a show', () => {
  it('says price, tax and the next date as its page does, and leads to the checkout', async () => {
    const product = await aProduct({ title: 'Strings & <b>candles</b>' });
    const { body, headers, statusCode } = await get(`/widget/${product.slug}?lang=es`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>Strings &amp; &lt;b&gt;candles&lt;/b&gt;</h1>');
    expect(body).toContain('12,10\u00a0€');
    expect(body).toContain('Precio final, impuestos incluidos');
    expect(body).toMatch(/sábado, 1 de junio[^<]*20:00 CEST/);
    const english = (await get(`/widget/${product.slug}?lang=en`)).body;
    expect(english).toMatch(/Saturday,? 1 June[^<]*20:00 CEST/);
    const [session] = product.sessions;
    expect(body).toContain(
      `href="${config().PUBLIC_URL}/products/${product.slug}/checkout?session=${session?.id}" target="_blank" rel="noopener"`,
    );
    expect(body).toContain('>Comprar entrada</a>');
  });

  it('sells a thing as a thing, not as a ticket', async () => {
    const { slug } = await aThing();
    const { body } = await get(`/widget/${slug}?lang=es`);
    expect(body).toContain('>Comprar</a>');
  });

  it('is dark inside alone: its page has the scheme of the page around it, or black stood behind', async () => {
    const { slug } = await aProduct();
    const { body } = await get(`/widget/${slug}?scheme=dark`);
    const schemes = [...body.matchAll(/^\s*color-scheme: (\w+)/gm)].map(([, scheme]) => scheme);
    expect(schemes).toEqual(['light']);
  });

  it('speaks the language of the browser unless it is told another one', async () => {
    const { slug } = await aProduct();
    const { body } = await get(`/widget/${slug}`, { 'accept-language': 'pt-BR' });
    expect(body).toContain('<html lang="pt"');
    expect(body).toContain('Comprar ingresso');
    const told = await get(`/widget/${slug}?lang=en&scheme=dark`, { 'accept-language': 'pt-BR' });
    expect(told.body).toContain('<html lang="en" data-scheme="dark">');
  });

  it('says how it stands when it cannot be bought, and leads to its page', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1, held: 1 }] });
    const { body } = await get(`/widget/${product.slug}?lang=en`);
    expect(body).toContain(`/products/${product.slug}" target`);
    expect(body).toContain('Sold out: see the show');
    const free = await aProduct({ plan: 'free' });
    const shown = (await get(`/widget/${free.slug}?lang=en`)).body;
    expect(shown).toContain('<p class="price">Free</p>');
    expect(shown).toContain('Get a ticket');
  });

  it('speaks of every way in which a sale can stand, and of no price where nothing is sold', async () => {
    const product = await aProduct();
    for (const sale of SaleState.options) {
      if (sale !== 'open') expect(Object.keys(words.widget), sale).toContain(sale);
    }
    const sells = (paid_content: boolean) =>
      db().updateTable('media_pay').set({ paid_content }).execute();
    await sells(false);
    const body = (await get(`/widget/${product.slug}?lang=en`)).body;
    await sells(true);
    expect(body).toContain('See more');
    expect(body).not.toContain('class="price"');
  });

  it('sets no cookie, runs nothing but its own script, and asks nobody else', async () => {
    const { slug } = await aProduct();
    const { body, headers } = await get(`/widget/${slug}`);
    expect(headers['set-cookie']).toBeUndefined();
    const policy = String(headers['content-security-policy']);
    const hashOf = (tag: string) => {
      const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(body)?.[1] ?? '';
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "img-src 'self'",
      `style-src ${hashOf('style')}`,
      `script-src ${hashOf('script')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
  });

  it('may be framed by the domains of its channel, and by no others', async () => {
    const [product, other] = [await aProduct(), await aProduct()];
    const url = `/widget/${product.slug}`;
    expect(framers((await get(url)).headers['content-security-policy'])).toBe("'self'");
    const saved = await save(product, ['Theatre.example', 'https://*.theatre.example/shop']);
    const domains = ['https://theatre.example', 'https://*.theatre.example'];
    expect(saved.domains).toEqual(domains);
    const { headers } = await get(url);
    expect(framers(headers['content-security-policy'])).toBe(`'self' ${domains.join(' ')}`);
    expect(headers['x-frame-options']).toBeUndefined();
    const others = (await get(`/widget/${other.slug}`)).headers;
    expect(framers(others['content-security-policy'])).toBe("'self'");
    await save(product, []);
    expect(framers((await get(url)).headers['content-security-policy'])).toBe("'self'");
  });

  it('is none of a show that is not published, whoever asks', async () => {
    for (const status of ['draft', 'private'] as const) {
      const product = await aProduct({ status });
      await save(product, ['theatre.example']);
      const owner = { authorization: `Bearer ${product.owner.token}` };
      const { statusCode, headers, body } = await get(`/widget/${product.slug}`, owner);
      expect([status, statusCode]).toEqual([status, 404]);
      expect(framers(headers['content-security-policy'])).toBe("'self'");
      expect(body).not.toContain(product.title);
    }
    expect((await get('/widget/no-such-show')).statusCode).toBe(404);
  });
});

describe('everything else', () => {
  it.each(['/api/time', '/api/docs', '/api/openapi.json', '/widget.js', '/no-such-page'])(
    '%s may be framed by nobody',
    async (url) => {
      const { headers } = await get(url);
      expect(framers(headers['content-security-policy'])).toBe("'none'");
    },
  );
});

describe('the script', () => {
  it('is small, the same for all, and kept until it changes', async () => {
    const { body, headers } = await get('/widget.js');
    expect(body.length).toBeLessThan(2500);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=600',
    });
    const tag = String(headers.etag);
    const again = await get('/widget.js', { 'if-none-match': tag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const named = await get(`/widget.${tag.replaceAll('"', '')}.js`);
    expect(named.body).toBe(body);
    expect(named.headers['cache-control']).toContain('immutable');
    expect((await get('/widget.000000000000.js')).statusCode).toBe(404);
  });
});

describe('whoever organizes', () => {
  it('sees what can be embedded of each channel', async () => {
    const product = await aProduct();
    await aProduct({ channel: product.channel, status: 'draft' });
    const { items, script } = await call(widgetsContract.listWidgets, { as: product.owner });
    expect(script).toBe(`${config().PUBLIC_URL}/widget.js`);
    expect(items).toEqual([
      {
        channel: { slug: product.channel.slug, title: product.channel.title },
        domains: [],
        products: [{ slug: product.slug, title: product.title }],
        can: { edit: true },
      },
    ]);
  });

  it('cannot let everybody frame it, nor write into the policy', async () => {
    const product = await aProduct();
    for (const domain of ['*', "'none'", 'a.example; script-src *', 'http://localhost.example']) {
      expect(
        await refusal(widgetsContract.saveWidget, {
          as: product.owner,
          params: { slug: product.channel.slug },
          body: { domains: [domain] },
        }),
      ).toMatchObject({ code: 'VALIDATION', fields: { domains: 'not_a_domain' } });
    }
    overrideConfig({ DEMO: true });
    expect((await save(product, ['http://localhost:4000'])).domains).toEqual([
      'http://localhost:4000',
    ]);
  });

  it('sets nothing for the channels of others', async () => {
    const { channel } = await aProduct();
    const given = { params: { slug: channel.slug }, body: { domains: [] } };
    const { saveWidget } = widgetsContract;
    expect((await refusal(saveWidget, { as: await anOrganizer(), ...given })).status).toBe(404);
    expect((await refusal(saveWidget, { as: await aViewer(), ...given })).status).toBe(403);
  });
});
