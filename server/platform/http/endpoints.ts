import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { isLanguage, type Language } from '#contract/shared/languages.ts';
import type { KeyScope } from '#contract/shared/scopes.ts';
import { refuse } from '../errors.ts';
import { type Actor, hasRole } from './actor.ts';
import { Limiter, mayCall, mayCallSo } from './limits.ts';
import type { FileAnswer, Mounted } from './mount.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    language: Language;
    /** A key came with it that does not open this address. */
    keyRefused: boolean;
  }
  interface FastifyContextConfig {
    endpoint?: string;
    scope?: KeyScope;
  }
}

/** Registers every endpoint of the areas; the order of the list does not matter. */
export function registerEndpoints(app: FastifyInstance, areas: Mounted[]): void {
  for (const area of areas) {
    for (const [name, endpoint] of Object.entries(area.contract)) {
      const answer = area.handlers[name];
      if (!answer) throw new Error(`endpoint ${name} has nothing that answers it`);
      registerEndpoint(app, name, endpoint, answer as (call: unknown) => unknown);
    }
  }
}

function registerEndpoint(
  app: FastifyInstance,
  name: string,
  endpoint: Endpoint,
  answer: (call: unknown) => unknown,
): void {
  const perAccount = endpoint.perAccount ? new Limiter(endpoint.perAccount) : null;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      endpoint: name,
      ...(endpoint.scope ? { scope: endpoint.scope } : {}),
      ...addressLimit(endpoint),
    },
    schema: schemaOf(name, endpoint),
    preValidation: async (request) => {
      demandWho(request, endpoint);
      await mayCall(request);
      mayCallSo(request.actor, perAccount);
    },
    handler: async (request, reply) => {
      const given = await answer({
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.actor,
        language: request.language,
        requestId: request.id,
        idempotencyKey: endpoint.idempotent ? idempotencyKeyOf(request) : '',
        request,
      });
      return send(reply, endpoint, given);
    },
  });
}

function addressLimit({ perMinute, perAccount = 0 }: Endpoint) {
  const max = perMinute ?? perAccount * 10;
  return max > 0 ? { rateLimit: { max, timeWindow: '1 minute' } } : {};
}

function demandWho(request: FastifyRequest, endpoint: Endpoint): void {
  if (endpoint.who === 'public') return;
  const { actor } = request;
  if (!actor) refuse(request.keyRefused ? 'API_KEY_SCOPE' : 'NOT_LOGGED_IN');
  if (endpoint.who === 'admin' && !hasRole(actor, 'ADMIN')) refuse('FORBIDDEN');
  const organizes = hasRole(actor, 'PRODUCER') || hasRole(actor, 'ADMIN');
  if (endpoint.who === 'producer' && !organizes) refuse('FORBIDDEN');
}

function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,255}$/.test(key))
    refuse('IDEMPOTENCY_KEY_MISSING');
  return key;
}

/** Whoever asks may have a say in the answer: it is theirs, and in no store on the way. */
const theirsAlone = 'private, no-store';

async function send(reply: FastifyReply, endpoint: Endpoint, given: unknown) {
  reply.header('cache-control', theirsAlone);
  if (!endpoint.file) {
    if (endpoint.status) reply.status(endpoint.status);
    return endpoint.status === 204 ? null : given;
  }
  const file = given as FileAnswer;
  const ascii = file.name.replaceAll(/[^\w.-]/g, '_');
  return reply
    .type(file.type ?? endpoint.file)
    .header('content-disposition', `attachment; filename="${ascii}"`)
    .send(file.content);
}

function schemaOf(name: string, endpoint: Endpoint): Record<string, unknown> {
  const { params, query, body, answer, status = 200 } = endpoint;
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(endpoint.file || status === 204 ? {} : { response: { [status]: answer } }),
  };
}

/** A log-in, or a key with this scope. */
function securityOf({ who, scope }: Endpoint): Record<string, string[]>[] {
  if (who === 'public') return [];
  return [{ bearer: [] }, ...(scope ? [{ key: [scope] }] : [])];
}

/** What the address is about, whoever it is for: `/api/desk/products/…` → `products`. */
const tagOf = ({ path }: Endpoint) => /^\/api\/(?:(?:me|desk|manage)\/)?([\w-]+)/.exec(path)?.[1];

/** `?lang=`, else the `lang` cookie, else Accept-Language, else English. */
export function languageOf(request: FastifyRequest): Language {
  const asked = (request.query as { lang?: unknown } | undefined)?.lang;
  if (isLanguage(asked)) return asked;
  const cookie = /(?:^|;\s*)lang=(\w\w)/.exec(request.headers.cookie ?? '')?.[1];
  if (isLanguage(cookie)) return cookie;
  return languageFromHeader(request.headers['accept-language'] ?? '');
}

/** The first of our languages in an Accept-Language header, by its weights; English otherwise. */
function languageFromHeader(header: string): Language {
  const wanted = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const weight = rest
        .find((item) => item.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { language: tag.slice(0, 2), weight: weight ? Number(weight) || 0 : 1 };
    })
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return (wanted[0]?.language as Language | undefined) ?? 'en';
}
