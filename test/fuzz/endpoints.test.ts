import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ErrorAnswer, errorCodes } from '#contract/shared/errors.ts';
import { areas } from '#server/app.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { app } from '#test/story.ts';
import { fromSchema } from './from-schema.ts';

const endpoints = areas.flatMap(({ contract }) => Object.entries(contract));
/** Same seed, same cases: a failure can be had again. */
const options = { seed: 20_261_127, numRuns: 40, endOnFailure: true };
const leaks =
  /\bat [\w.<>]+ \(|node:internal|\/server\/|select .+ from |insert into|syntax error at/i;

type World = { tokens: (string | null)[]; slugs: string[]; ids: string[] };
let world: World;

/** Things that exist, so that some calls get past the first door. */
beforeAll(async () => {
  const [viewer, owner, admin] = [await aViewer(), await anOrganizer(), await anAdmin()];
  const channel = await aChannel({ owner });
  const product = await aProduct({ channel });
  const draft = await aProduct({ channel, status: 'draft' });
  world = {
    tokens: [null, viewer.token, owner.token, admin.token],
    slugs: [channel.slug, product.slug, draft.slug],
    ids: [product.id, ...product.sessions.map(({ id }) => id), viewer.id],
  };
});

const textOf = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);

function addressOf(endpoint: Endpoint, given: Record<string, unknown>): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(textOf(given[name]).toWellFormed().slice(0, 150)),
  );
}

const queryOf = (query: unknown): Record<string, string> =>
  typeof query === 'object' && query !== null
    ? Object.fromEntries(
        Object.entries(query).map(([name, value]) => [
          name,
          textOf(value).toWellFormed().slice(0, 2000),
        ]),
      )
    : {};

const part = (schema: Endpoint['body']) => (schema ? fromSchema(schema) : fc.constant(undefined));

/** Half of the time the address names something that exists. */
function paramsFor(endpoint: Endpoint) {
  const known = fc.record({
    slug: fc.constantFrom(...world.slugs),
    id: fc.constantFrom(...world.ids),
    sessionId: fc.constantFrom(...world.ids),
    code: fc.constant('AAAA-BBBB-CCCC'),
  });
  const wild = part(endpoint.params).map((given) => (given ?? {}) as Record<string, unknown>);
  return fc.oneof(known as fc.Arbitrary<Record<string, unknown>>, wild);
}

describe('whatever is sent to', () => {
  it.each(endpoints)('%s is answered or refused by the catalogue', async (_name, endpoint) => {
    const http = await app();
    const calls = fc.record({
      token: fc.constantFrom(...world.tokens),
      params: paramsFor(endpoint),
      query: part(endpoint.query),
      body: part(endpoint.body),
      // Limits count by address: each case comes from another one.
      address: fc.ipV4(),
    });
    await fc.assert(
      fc.asyncProperty(calls, async ({ token, params, query, body, address }) => {
        const answer = await http.inject({
          method: endpoint.method,
          url: addressOf(endpoint, params),
          query: queryOf(query),
          remoteAddress: address,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(endpoint.idempotent ? { 'idempotency-key': crypto.randomUUID() } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        });
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        if (answer.statusCode < 400) return;
        const refusal = ErrorAnswer.parse(answer.json());
        expect(errorCodes).toContain(refusal.code);
        expect(answer.body).not.toMatch(leaks);
      }),
      options,
    );
  });
});
