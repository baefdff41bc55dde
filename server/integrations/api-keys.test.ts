import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { apiKeysContract } from '#contract/api-keys.ts';
import { uploadPath } from '#contract/assets.ts';
import { catalogContract } from '#contract/catalog.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { integrationsContract } from '#contract/integrations.ts';
import { salesContract } from '#contract/sales.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { identify } from '#server/accounts/index.ts';
import { areas } from '#server/app.ts';
import { useClock as setClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { buildHttp } from '#server/platform/http/app.ts';
import { callsByKey } from '#server/platform/http/limits.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { anAdmin, anOrganizer, aUser, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aKey } from '#test/factories/integrations.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { app, call, refusal, send } from '#test/story.ts';
import { withKeys } from './index.ts';

const { listOwnProducts, getProduct } = catalogContract;

describe('a key', () => {
  it('is shown once; its digest and its last four signs are what is kept', async () => {
    const { token, owner, id } = await aKey(['read:products']);
    expect(token).toMatch(/^platea_[\w-]{43}$/);
    const list = await call(apiKeysContract.listApiKeys, { as: owner });
    expect(list.items).toMatchObject([
      { id, name: 'Box office', hint: `platea_…${token.slice(-4)}`, state: 'good' },
    ]);
    expect(JSON.stringify(list)).not.toContain(token.slice(7, -4));
    const row = await db()
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.digest).toEqual(digestOf(token));
    expect(JSON.stringify(row)).not.toContain(token.slice(7, -4));
  });

  it('acts as its owner, within its scopes, and says when it was used', async () => {
    const product = await aProduct();
    await aProduct();
    const key = await aKey(['read:products'], { as: product.owner });
    const { items } = await call(listOwnProducts, { as: key });
    expect(items.map(({ slug }) => slug)).toEqual([product.slug]);
    const [kept] = (await call(apiKeysContract.listApiKeys, { as: product.owner })).items;
    expect(kept?.lastUsedAt).not.toBeNull();
  });

  it('reads sales, and what others sold does not exist for it', async () => {
    const { order, product } = await aPaidOrder();
    const own = await aKey(['read:sales'], { as: product.owner });
    const other = await aKey(['read:sales']);
    const sold = await call(salesContract.listSales, { as: own });
    expect(JSON.stringify(sold.items)).toContain(order.id);
    expect((await call(salesContract.listSales, { as: other })).items).toEqual([]);
    // What a screen says beside them is nothing for programs.
    expect(Object.keys(sold).toSorted()).toEqual(['items', 'page', 'size', 'total', 'totals']);
    expect((await refusal(salesContract.nameMySalesShown, { as: own })).status).toBe(403);
  });

  it('leaves a row when it is made and when it is revoked', async () => {
    const { id, owner } = await aKey(['read:products']);
    await call(apiKeysContract.revokeApiKey, { as: owner, params: { id } });
    const acts = await db()
      .selectFrom('api_key_acts')
      .select(['act', 'by', 'scopes'])
      .where('key_id', '=', id)
      .orderBy('id')
      .execute();
    const row = { by: owner.id, scopes: ['read:products'] };
    expect(acts).toEqual([
      { act: 'created', ...row },
      { act: 'revoked', ...row },
    ]);
  });

  it('goes with the account of its owner', async () => {
    const { id, owner, token } = await aKey(['read:products']);
    await call(usersContract.moveUser, {
      as: await anAdmin(),
      params: { id: owner.id },
      body: { move: 'delete' },
    });
    const rows = await db().selectFrom('api_keys').select('id').where('id', '=', id).execute();
    expect(rows).toEqual([]);
    expect((await refusal(listOwnProducts, { as: { token } })).status).toBe(401);
  });
});

describe('a key does not open', () => {
  it('what names another scope, or none', async () => {
    const product = await aProduct();
    const key = await aKey(['read:products'], { as: product.owner });
    const refused = { status: 403, code: 'API_KEY_SCOPE' };
    const params = { slug: product.slug };
    expect(await refusal(salesContract.listSales, { as: key })).toEqual(refused);
    expect(await refusal(catalogContract.withdrawProduct, { as: key, params })).toEqual(refused);
    expect(await refusal(ticketsContract.listCoupons, { as: key })).toEqual(refused);
    expect(await refusal(apiKeysContract.listApiKeys, { as: key })).toEqual(refused);
    expect(await refusal(integrationsContract.listWebhooks, { as: key })).toEqual(refused);
  });

  it('anything that an endpoint does not say: no account, no payment settings, no administration', async () => {
    const { token } = await aKey([
      ...(['read:products', 'read:sales', 'read:payouts', 'read:insights'] as const),
      ...(['read:codes', 'write:codes'] as const),
    ]);
    const endpoints = areas.flatMap(({ contract }) => Object.values(contract));
    const shut = endpoints.filter(({ who, scope }) => who !== 'public' && !scope);
    expect(shut.length).toBeGreaterThan(100);
    const opened = endpoints.filter(({ scope }) => scope);
    expect(opened.map(({ path }) => path).filter((path) => !path.startsWith('/api/desk/'))).toEqual(
      [],
    );
    const http = await app();
    const ask = async ({ method, path }: Endpoint) => {
      const url = path.replaceAll(/:\w+/g, crypto.randomUUID());
      const headers = { authorization: `Bearer ${token}` };
      const answer = await http.inject({ method, url, headers });
      return [path, answer.json().code];
    };
    const answers = await Promise.all(shut.map(ask));
    expect(answers.filter(([, code]) => code !== 'API_KEY_SCOPE')).toEqual([]);
  });

  it('anything beyond what a stranger sees of a public page', async () => {
    const product = await aProduct({ status: 'draft' });
    const key = await aKey(['read:products'], { as: product.owner });
    const params = { slug: product.slug };
    expect((await send(getProduct, { as: product.owner, params })).statusCode).toBe(200);
    expect((await refusal(getProduct, { as: key, params })).status).toBe(404);
  });

  it('the notifications, nor uploads', async () => {
    const { token } = await aKey(['read:products']);
    const http = await app();
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
    const answer = await http.inject({
      ...{ method: 'POST', url: uploadPath, headers: { ...headers, 'upload-length': '10' } },
    });
    expect(answer.statusCode).toBe(401);
    // What the notifications and the sockets know people by.
    expect(await identify(token)).toBeNull();
  });

  it('what administrators may, though its owner is one', async () => {
    const owner = await aUser({ roles: ['USER', 'PRODUCER', 'ADMIN'] });
    const other = await aProduct({ status: 'draft' });
    const params = { slug: other.slug };
    const { getOwnProduct } = catalogContract;
    expect((await send(getOwnProduct, { as: owner, params })).statusCode).toBe(200);
    const key = await aKey(['read:products'], { as: owner });
    expect((await refusal(getOwnProduct, { as: key, params })).status).toBe(404);
  });

  it('anything from the instant on which it is revoked, ends, or its owner is blocked', async () => {
    const revoked = await aKey(['read:products']);
    await call(listOwnProducts, { as: revoked });
    const { owner, id } = revoked;
    await call(apiKeysContract.revokeApiKey, { as: owner, params: { id } });
    const ended = await aKey(['read:products'], { endsAt: '2036-01-01T00:00:00Z' });
    const blocked = await aKey(['read:products']);
    await call(listOwnProducts, { as: blocked });
    await db()
      .updateTable('users')
      .set({ blocked_at: '2026-11-01T00:00:00Z' })
      .where('id', '=', blocked.owner.id)
      .execute();
    const refused = { status: 401, code: 'NOT_LOGGED_IN' };
    expect(await refusal(listOwnProducts, { as: revoked })).toEqual(refused);
    expect(await refusal(listOwnProducts, { as: blocked })).toEqual(refused);
    await call(listOwnProducts, { as: ended });
    setClock('2036-01-01T00:00:00Z');
    expect(await refusal(listOwnProducts, { as: ended })).toEqual(refused);
    expect(await refusal(listOwnProducts, { as: { token: `platea_${'a'.repeat(43)}` } })).toEqual(
      refused,
    );
  });
});

describe('refused are', () => {
  const body = { name: 'Box office', scopes: ['read:products' as const] };

  it('keys for who does not organize', async () => {
    const { createApiKey } = apiKeysContract;
    for (const as of [await aViewer(), await anAdmin()]) {
      expect(await refusal(createApiKey, { as, body })).toMatchObject({ code: 'FORBIDDEN' });
    }
    const list = await call(apiKeysContract.listApiKeys, { as: await anAdmin() });
    expect(list.can.create).toBe(false);
  });

  it('an end that has passed, a scope that there is not, and none at all', async () => {
    const as = await anOrganizer();
    const { createApiKey } = apiKeysContract;
    const past = { ...body, endsAt: '2020-01-01T00:00:00Z' };
    expect(await refusal(createApiKey, { as, body: past })).toMatchObject({
      fields: { endsAt: 'time_past' },
    });
    for (const scopes of [[], ['admin'], ['*']]) {
      const wrong = { ...body, scopes } as never;
      expect(await refusal(createApiKey, { as, body: wrong })).toMatchObject({ status: 422 });
    }
  });

  it('the keys of others, which do not exist for them, and a second end', async () => {
    const { id, owner } = await aKey(['read:products']);
    const { revokeApiKey } = apiKeysContract;
    const params = { id };
    expect((await refusal(revokeApiKey, { as: await anOrganizer(), params })).status).toBe(404);
    await call(revokeApiKey, { as: owner, params });
    expect((await refusal(revokeApiKey, { as: owner, params })).status).toBe(404);
  });

  it('more than twenty that are good', async () => {
    const as = await anOrganizer();
    for (let made = 0; made < 20; made += 1) await aKey(['read:products'], { as });
    const { createApiKey, revokeApiKey, listApiKeys } = apiKeysContract;
    expect(await refusal(createApiKey, { as, body })).toMatchObject({ code: 'API_KEY_LIMIT' });
    const { items } = await call(listApiKeys, { as });
    await call(revokeApiKey, { as, params: { id: items[0]?.id ?? '' } });
    await call(createApiKey, { as, body });
  });
});

describe('the limit of a key', () => {
  it('is said in each answer, and holds for the key alone', async () => {
    overrideConfig({ RATE_LIMIT: 100_000 });
    const http = await buildHttp({ areas, identify: withKeys(identify) });
    setClock('2026-11-27T20:00:00Z');
    const { token, owner } = await aKey(['read:products']);
    const second = await aKey(['read:products'], { as: owner });
    const ask = (key: string) =>
      http.inject({
        url: listOwnProducts.path,
        headers: { authorization: `Bearer ${key}` },
      });
    const first = await ask(token);
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': String(callsByKey),
      'x-ratelimit-remaining': String(callsByKey - 1),
    });
    for (let calls = 1; calls < callsByKey; calls += 1) await ask(token);
    const refused = await ask(token);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': '1' });
    expect((await ask(second.token)).statusCode).toBe(200);
    await http.close();
    overrideConfig({ RATE_LIMIT: 0 });
  });
});

describe('the description of the API', () => {
  it('says which scope of a key opens what', async () => {
    const { body } = await (await app()).inject({ url: '/api/openapi.json' });
    const { paths, components } = JSON.parse(body);
    expect(components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(paths['/api/desk/products'].get.security).toEqual([
      { bearer: [] },
      { key: ['read:products'] },
    ]);
    expect(paths['/api/desk/products'].post.security).toEqual([{ bearer: [] }]);
  });
});
