import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rehearsalLimits, rehearsalsContract } from '#contract/rehearsals.ts';
import { identify } from '#server/accounts/index.ts';
import { areas } from '#server/app.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { buildHttp } from '#server/platform/http/app.ts';
import { newToken } from '#server/platform/secrets.ts';
import { aRoom, tokenOf } from '#test/factories/rehearsals.ts';

let http: FastifyInstance;

beforeAll(async () => {
  overrideConfig({ RATE_LIMIT: 10_000 });
  http = await buildHttp({ areas, identify, plugins: [] });
  await http.ready();
});
afterAll(async () => {
  overrideConfig({ RATE_LIMIT: 0 });
  await http.close();
});

const open = async (token: string, remoteAddress: string) =>
  (await http.inject({ url: `/api/rehearsals/${token}`, remoteAddress })).statusCode;

it('links are guessed some hundred times a minute at most, and a full room comes from one address', async () => {
  const most = rehearsalsContract.getInvitation.perMinute ?? 0;
  // Each of them looks twice: before and after logging in.
  expect(most).toBeGreaterThanOrEqual(2 * rehearsalLimits.places.most);
  const room = await aRoom();
  const guesses: number[] = [];
  for (let guess = 0; guess < most; guess += 1) {
    guesses.push(await open(newToken(), '203.0.113.7'));
  }
  expect([most, new Set(guesses)]).toEqual([280, new Set([404])]);
  expect(await open(tokenOf(room), '203.0.113.7')).toBe(429);
  expect(await open(tokenOf(room), '203.0.113.8')).toBe(200);
});
