import { describe, expect, it } from 'vitest';
import { siteConfigDefaults } from '#contract/site.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { app } from '#test/story.ts';

type Sent = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url?: string;
  type?: string;
  body?: string;
  language?: string;
};

async function send({ method = 'PUT', url = '/api/config', type, body, language }: Sent) {
  const admin = await anAdmin();
  const answer = await (await app()).inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(language ? { 'accept-language': language } : {}),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, code: answer.json().code, answer };
}

const json = 'application/json';
const good = JSON.stringify(siteConfigDefaults);
const noSwitches = '{}';

describe('a request that cannot be right', () => {
  it.each([
    [
      'an unknown address',
      { method: 'GET', url: '/api/nothing/here' },
      404,
      'SERVER_ERROR_NOT_FOUND',
    ],
    ['a method that the address does not know', { method: 'DELETE' }, 405, 'METHOD_NOT_ALLOWED'],
    ['JSON that ends too early', { type: json, body: '{"coupons":' }, 400, 'MALFORMED_JSON'],
    ['no body where one is needed', { type: json, body: '' }, 400, 'MALFORMED_JSON'],
    [
      'a body that is no JSON by its type',
      { type: 'text/plain', body: good },
      415,
      'UNSUPPORTED_CONTENT_TYPE',
    ],
    [
      'a form',
      { type: 'application/x-www-form-urlencoded', body: 'a=1' },
      415,
      'UNSUPPORTED_CONTENT_TYPE',
    ],
    [
      'more than a megabyte',
      { type: json, body: `{"a":"${'x'.repeat(1_100_000)}"}` },
      413,
      'BODY_TOO_LARGE',
    ],
    ['the wrong fields', { type: json, body: noSwitches }, 422, 'VALIDATION'],
  ] as const)('with %s has its own answer', async (_name, sent, status, code) => {
    expect(await send(sent)).toMatchObject({ status, code });
  });

  // Others were fooled by such types into skipping the schema of the body.
  it.each([
    ' application/json',
    '\tapplication/json',
    'application/json ',
    'application/json\t; charset=utf-8',
    'application/json;charset=utf-8 x',
  ])('never gets past the schema with the type "%s"', async (type) => {
    const { status } = await send({ type, body: noSwitches });
    expect([400, 415, 422]).toContain(status);
  });

  it('is answered in our words when its address cannot be read', async () => {
    for (const url of ['/%ff', '/api/products/%ff', '/api/codes/%ED%A0%80']) {
      const { status, code, answer } = await send({ method: 'GET', url });
      expect([status, code]).toEqual([400, 'BAD_REQUEST']);
      expect(answer.json().requestId).toBe(answer.headers['x-request-id']);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('is not found when a part of its address is longer than any of ours', async () => {
    const { status, code } = await send({ method: 'GET', url: `/api/products/${'a'.repeat(300)}` });
    expect([status, code]).toEqual([404, 'SERVER_ERROR_NOT_FOUND']);
  });

  it('is told which methods the address knows', async () => {
    const { answer } = await send({ method: 'DELETE' });
    expect(answer.headers.allow).toBe('GET, PUT');
  });

  it('is refused in the language of the reader, with the number of the request', async () => {
    const { answer } = await send({
      method: 'GET',
      url: '/api/nothing',
      language: 'pt-BR,pt;q=0.9',
    });
    expect(answer.json()).toEqual({
      code: 'SERVER_ERROR_NOT_FOUND',
      message: 'Erro ao obter dados do servidor: caminho não encontrado.',
      requestId: answer.headers['x-request-id'],
    });
  });

  it('is never answered with what only we should see', async () => {
    const { answer } = await send({ type: json, body: '{"coupons": "1"; drop table users' });
    expect(answer.body).not.toMatch(/node_modules|at \w+ \(|\.ts:\d+|JSON\.parse|position/);
  });
});
