import { describe, expect, it } from 'vitest';
import { affiliatesContract } from '#contract/affiliates.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aBroughtOrder, affiliateForm, anAffiliate } from '#test/factories/affiliates.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { holdClock } from '#test/held-clock.ts';
import { rowsOfCsv } from '#test/read-workbook.ts';
import { call, refusal, send } from '#test/story.ts';

const nobody = '01997f6e-0000-7abc-9def-000000000001';
const list = (as: Someone, query: object = {}) =>
  call(affiliatesContract.listAffiliates, { as, query });

describe('a link is made', () => {
  it('for a channel or one of its products, with its code in upper case', async () => {
    const product = await aProduct();
    const { affiliate } = await anAffiliate({ product, form: { code: 'ana-1', name: ' Ana ' } });
    expect(affiliate).toMatchObject({
      ...{ name: 'Ana', code: 'ANA-1', commission: 1000, state: 'active', clicks: 0, orders: 0 },
      path: `/channels/${product.channel.slug}?ref=ANA-1`,
      ...{ product: null, sums: [], can: { rename: true, move: ['ended'] } },
    });
    const one = await anAffiliate({ product, form: { productSlug: product.slug } });
    expect(one.affiliate.path).toBe(`/products/${product.slug}?ref=${one.affiliate.code}`);
    const { items } = await call(affiliatesContract.listAffiliateChoices, { as: product.owner });
    expect(items).toEqual([
      {
        ...{ slug: product.channel.slug, title: product.channel.title },
        products: [{ slug: product.slug, title: product.title }],
      },
    ]);
  });

  it('once by each code, also at the same instant and when the first has ended', async () => {
    const product = await aProduct();
    const body = affiliateForm(product);
    const as = product.owner;
    const answers = await Promise.all(
      [1, 2].map(() => send(affiliatesContract.createAffiliate, { as, body })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const [first] = (await list(as)).items;
    await call(affiliatesContract.moveAffiliate, {
      as,
      params: { id: first?.id ?? '' },
      body: { from: 'active', to: 'ended' },
    });
    expect(await refusal(affiliatesContract.createAffiliate, { as, body })).toEqual({
      ...{ status: 409, code: 'AFFILIATE_CODE_TAKEN' },
    });
    // Another channel may have the same one
    const other = await aProduct();
    await anAffiliate({ product: other, form: { code: body.code } });
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a code of one letter', { code: 'A' }, 'code'],
    ['a code with a space', { code: 'ANA B' }, 'code'],
    ['more than everything', { commission: 10_001 }, 'commission'],
    ['less than nothing', { commission: -1 }, 'commission'],
  ] as const)('not with %s', async (_, given, field) => {
    const product = await aProduct();
    const body = affiliateForm(product, given);
    expect(
      await refusal(affiliatesContract.createAffiliate, { as: product.owner, body }),
    ).toMatchObject({ code: 'VALIDATION', fields: { [field]: expect.any(String) } });
  });

  it('not for what is somebody else’s, and not by who sells nothing', async () => {
    const [product, other] = [await aProduct(), await aProduct()];
    const { owner } = product;
    const make = (as: Someone, body: ReturnType<typeof affiliateForm>) =>
      refusal(affiliatesContract.createAffiliate, { as, body });
    expect(await make(owner, affiliateForm(other))).toMatchObject({ status: 404 });
    const foreign = affiliateForm(product, { productSlug: other.slug });
    expect(await make(owner, foreign)).toMatchObject({ status: 404 });
    const unknown = affiliateForm(product, { productSlug: 'not-there' });
    expect(await make(owner, unknown)).toMatchObject({ status: 404 });
    const own = affiliateForm(product);
    expect(await make(await aViewer(), own)).toMatchObject({ status: 403 });
    // Administrators sell nothing: what is agreed with affiliates is between them and the organizer
    expect(await make(await anAdmin(), own)).toMatchObject({ status: 404 });
  });
});

describe('a link is kept', () => {
  it('by its organizer: renamed, ended, begun again', async () => {
    const { affiliate, product } = await anAffiliate();
    const as = product.owner;
    const params = { id: affiliate.id };
    const move = (from: 'active' | 'ended', to: 'active' | 'ended') =>
      send(affiliatesContract.moveAffiliate, { as, params, body: { from, to } });
    const renamed = await call(affiliatesContract.renameAffiliate, {
      ...{ as, params, body: { name: 'Ana de Lisboa' } },
    });
    expect(renamed).toMatchObject({ name: 'Ana de Lisboa', code: affiliate.code });
    expect((await move('active', 'ended')).json()).toMatchObject({
      ...{ state: 'ended', can: { move: ['active'] } },
    });
    for (const [from, to] of [
      ['active', 'ended'],
      ['ended', 'ended'],
    ] as const) {
      expect((await move(from, to)).json()).toMatchObject({ code: 'AFFILIATE_STATE' });
    }
    const both = await Promise.all([move('ended', 'active'), move('ended', 'active')]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('by nobody else: for others it does not exist', async () => {
    const { affiliate } = await anAffiliate();
    const other = await anOrganizer();
    const ask = async (as: Someone, id: string, status: number) => {
      const params = { id };
      const [renamed, moved] = [
        await refusal(affiliatesContract.renameAffiliate, { as, params, body: { name: 'Mine' } }),
        await refusal(affiliatesContract.moveAffiliate, {
          ...{ as, params, body: { from: 'active', to: 'ended' } },
        }),
      ];
      expect([renamed.status, moved.status]).toEqual([status, status]);
    };
    await ask(other, affiliate.id, 404);
    await ask(other, nobody, 404);
    await ask(await aViewer(), affiliate.id, 403);
  });
});

describe('the list', () => {
  it('has one’s own, by channel, state and words; nobody else’s', async () => {
    const { affiliate, product } = await anAffiliate({ form: { name: 'Zoé Márquez' } });
    await anAffiliate();
    const as = product.owner;
    const ids = async (query: object) => (await list(as, query)).items.map(({ id }) => id);
    for (const query of [
      ...[{}, { channel: product.channel.slug }, { state: 'active' }],
      ...[{ q: 'marquez' }, { q: affiliate.code.toLowerCase() }],
    ]) {
      expect(await ids(query)).toEqual([affiliate.id]);
    }
    expect(await ids({ state: 'ended' })).toEqual([]);
    expect(await ids({ q: 'nobody' })).toEqual([]);
    const foreign = await aProduct();
    const query = { channel: foreign.channel.slug };
    expect(await refusal(affiliatesContract.listAffiliates, { as, query })).toMatchObject({
      status: 404,
    });
    const viewer = await aViewer();
    expect(
      await refusal(affiliatesContract.listAffiliates, { as: viewer, query: {} }),
    ).toMatchObject({ status: 403 });
  });

  it('is read in as many statements for three as for one', async () => {
    holdClock();
    const { product, affiliate } = await anAffiliate();
    await aBroughtOrder(product, affiliate.code);
    await list(product.owner);
    const one = await countQueries(() => list(product.owner));
    await anAffiliate({ product });
    await anAffiliate({ product });
    expect(await countQueries(() => list(product.owner))).toBe(one);
  });

  it('names them to filter sales by: one’s own, and to administrators those who brought some', async () => {
    const { affiliate, product } = await anAffiliate();
    const admin = await anAdmin();
    const all = async () =>
      (await call(affiliatesContract.listAllAffiliateNames, { as: admin })).items;
    const named = { id: affiliate.id, name: affiliate.name, code: affiliate.code };
    expect(await call(affiliatesContract.listAffiliateNames, { as: product.owner })).toEqual({
      items: [named],
    });
    expect(await all()).not.toContainEqual(named);
    await aBroughtOrder(product, affiliate.code);
    expect(await all()).toContainEqual(named);
    const { status } = await refusal(affiliatesContract.listAllAffiliateNames, {
      as: product.owner,
    });
    expect(status).toBe(403);
  });

  it('is a file with a row for each currency, and no formula of anybody’s', async () => {
    const name = '=HYPERLINK("http://x")';
    const { affiliate, product } = await anAffiliate({ form: { name } });
    await anAffiliate();
    const as = product.owner;
    const file = async () => {
      const sent = await send(affiliatesContract.exportAffiliates, {
        as,
        query: {},
        language: 'en',
      });
      const [heads = [], ...rows] = rowsOfCsv(sent.body);
      return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at]])));
    };
    const [none, ...others] = await file();
    expect(others).toEqual([]);
    expect(none?.Name).toContain('HYPERLINK');
    expect(none?.Name).not.toMatch(/^[=+\-@]/);
    expect(none).toMatchObject({ Code: affiliate.code, Orders: '0', Paid: '' });
    await aBroughtOrder(product, affiliate.code);
    expect(await file()).toMatchObject([
      { Orders: '1', Currency: 'EUR', Paid: '12.10', 'Sold, without tax or refunds': '10.00' },
    ]);
    const viewer = await aViewer();
    const asked = { as: viewer, query: {} };
    expect(await refusal(affiliatesContract.exportAffiliates, asked)).toMatchObject({
      status: 403,
    });
    const foreign = { as, query: { channel: (await aProduct()).channel.slug } };
    expect(await refusal(affiliatesContract.exportAffiliates, foreign)).toMatchObject({
      status: 404,
    });
  });
});

describe('a visit', () => {
  const visit = (code: string, of: 'product' | 'channel', slug: string, isFirst = true) =>
    call(affiliatesContract.noteVisit, { body: { code, of, slug, isFirst } });
  const clicksOf = async (as: Someone) => (await list(as)).items[0]?.clicks;

  it('by a link is counted when the browser says that it is the first today', async () => {
    const { affiliate, product } = await anAffiliate();
    const { slug, channel, owner } = product;
    const kept = { channel: channel.slug };
    expect(await visit(affiliate.code, 'product', slug)).toEqual(kept);
    expect(await visit(affiliate.code.toLowerCase(), 'channel', channel.slug)).toEqual(kept);
    expect(await visit(affiliate.code, 'product', slug, false)).toEqual(kept);
    expect(await clicksOf(owner)).toBe(2);
    await Promise.all([1, 2, 3].map(() => visit(affiliate.code, 'product', slug)));
    expect(await clicksOf(owner)).toBe(5);
    const rows = await db().selectFrom('affiliate_clicks').selectAll().execute();
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['affiliate_id', 'clicks', 'day']);
  });

  it('by what is no link of that page is nothing', async () => {
    const { affiliate, product } = await anAffiliate();
    const other = await aProduct();
    const none = { channel: null };
    expect(await visit('UNKNOWN', 'product', product.slug)).toEqual(none);
    expect(await visit(affiliate.code, 'product', other.slug)).toEqual(none);
    expect(await visit(affiliate.code, 'channel', other.channel.slug)).toEqual(none);
    const hidden = await aProduct({ channel: product.channel, status: 'private' });
    expect(await visit(affiliate.code, 'product', hidden.slug)).toEqual(none);
    await call(affiliatesContract.moveAffiliate, {
      as: product.owner,
      params: { id: affiliate.id },
      body: { from: 'active', to: 'ended' },
    });
    expect(await visit(affiliate.code, 'product', product.slug)).toEqual(none);
    expect(await clicksOf(product.owner)).toBe(0);
  });

  it('says what it is: another shape is refused', async () => {
    const body = { code: 'ANA LISBOA', of: 'product', slug: 'fado', isFirst: true } as const;
    expect(await refusal(affiliatesContract.noteVisit, { body })).toMatchObject({
      ...{ code: 'VALIDATION', fields: { code: 'not_a_code' } },
    });
  });
});
