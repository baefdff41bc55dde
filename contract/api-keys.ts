import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams } from './shared/ids.ts';
import { KeyScope } from './shared/scopes.ts';
import { Line } from './shared/text.ts';
import { Instant } from './shared/time.ts';

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** How it begins and ends: enough to know it again. */
  hint: z.string(),
  scopes: z.array(KeyScope),
  createdAt: Instant,
  endsAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  state: z.enum(['good', 'ended', 'revoked']),
  can: z.object({ revoke: z.boolean() }),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyForm = z.strictObject({
  name: Line(80).min(1),
  scopes: z.array(KeyScope).min(1).max(20),
  endsAt: Instant.nullable().default(null),
});
export type ApiKeyForm = z.infer<typeof ApiKeyForm>;

/** Keys by which programs of an organizer ask in their name. */
export const apiKeysContract = {
  listApiKeys: endpoint({
    method: 'GET',
    path: '/api/desk/api-keys',
    who: 'producer',
    summary: 'My keys, newest first',
    answer: z.object({ items: z.array(ApiKey), can: z.object({ create: z.boolean() }) }),
  }),
  createApiKey: endpoint({
    method: 'POST',
    path: '/api/desk/api-keys',
    who: 'producer',
    summary: 'Make a key; the answer shows it, once',
    body: ApiKeyForm,
    answer: z.object({ apiKey: ApiKey, key: z.string() }),
    status: 201,
    errors: ['FORBIDDEN', 'API_KEY_LIMIT'],
    perMinute: 20,
  }),
  revokeApiKey: endpoint({
    method: 'DELETE',
    path: '/api/desk/api-keys/:id',
    who: 'producer',
    summary: 'End a key at once',
    params: IdParams,
    answer: z.undefined(),
    status: 204,
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
};
