import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountsContract } from '#contract/accounts.ts';
import { catalogContract } from '#contract/catalog.ts';
import { endpoint } from '#contract/endpoint.ts';
import { siteContract } from '#contract/site.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { identify } from '#server/accounts/index.ts';
import { areas } from '#server/app.ts';
import { aViewer } from '#test/factories/accounts.ts';
// For its hooks: jobs are kept, and the pool is closed at the end.
import '#test/story.ts';
import { buildHttp } from './app.ts';
import { callInside, type InsideCall } from './inside.ts';
import { mount } from './mount.ts';

/** An endpoint for everybody that says who asks. */
const asking = {
  who: endpoint({
    method: 'GET',
    path: '/api/who-asks',
    who: 'public',
    summary: 'Who asks',
    answer: z.object({ id: z.string().nullable() }),
  }),
};

let http: FastifyInstance;
let calls: Omit<InsideCall, 'language'>[] = [];
beforeAll(async () => {
  http = await buildHttp({
    areas: [...areas, mount(asking, { who: ({ actor }) => ({ id: actor?.id ?? null }) })],
    identify,
    plugins: [
      async (app) => {
        app.get('/page', (request) =>
          Promise.all(calls.map((call) => callInside(request, { ...call, language: 'es' }))),
        );
      },
    ],
  });
  await http.ready();
});
afterAll(() => http.close());

type Answered = { status: number; answer: { code?: string; requestId?: string } };

/** How a page is answered what it asks for; whoever reads it may be logged in. */
async function answersTo(asked: typeof calls, token?: string) {
  calls = asked;
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const page = await http.inject({ url: '/page', headers });
  return { answers: page.json<Answered[]>(), id: page.headers['x-request-id'] };
}

const { method, path } = catalogContract.listProducts;
const search = catalogContract.searchProducts;

describe('what a page asks for from inside', () => {
  it('is answered as it is to everybody', async () => {
    const { answers } = await answersTo([siteContract.getConfig]);
    const outside = await http.inject({ url: siteContract.getConfig.path });
    expect(answers).toEqual([{ status: 200, answer: outside.json() }]);
  });

  it('is read by the contract: text becomes what it means, and what is empty is left out', async () => {
    const query = { page: 2, size: '3', category: '', type: undefined };
    const { answers } = await answersTo([{ method, path, query }]);
    expect(answers).toMatchObject([{ status: 200, answer: { page: 2, size: 3, items: [] } }]);
  });

  it('is refused in the reader’s words, under the id of the page', async () => {
    const query = { q: 'so', page: 0 };
    const { answers, id } = await answersTo([{ ...search, query }]);
    expect(answers).toEqual([
      {
        status: 422,
        answer: {
          code: 'VALIDATION',
          message: 'Revisa los campos marcados.',
          requestId: id,
          fields: {
            q: { fault: 'too_short', message: 'Demasiado corto.' },
            page: { fault: 'too_small', message: 'Demasiado pequeño.' },
          },
        },
      },
    ]);
  });

  it('is not found under a name that nothing can have', async () => {
    const params = { slug: 'no such name' };
    const { answers } = await answersTo([{ ...catalogContract.getProduct, params }]);
    expect(answers).toMatchObject([{ status: 404, answer: { code: 'SERVER_ERROR_NOT_FOUND' } }]);
  });

  it('changes nothing, and is nothing that has a limit against guessing', async () => {
    const code = { ...ticketsContract.getCode, params: { code: 'ABCD-EFGH' } };
    const { answers } = await answersTo([accountsContract.requestRecovery, code]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('is never personal, whoever reads the page', async () => {
    const { token, id } = await aViewer();
    const { answers } = await answersTo([accountsContract.getMe, asking.who], token);
    expect(answers).toMatchObject([
      { status: 404, answer: { code: 'SERVER_ERROR_NOT_FOUND' } },
      { status: 200, answer: { id: null } },
    ]);
    const headers = { authorization: `Bearer ${token}` };
    const outside = await http.inject({ url: asking.who.path, headers });
    expect(outside.json()).toEqual({ id });
    const me = await http.inject({
      url: accountsContract.getMe.path,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(me.statusCode).toBe(200);
  });
});
