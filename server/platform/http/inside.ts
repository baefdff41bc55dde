import type { FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Language } from '#contract/shared/languages.ts';
import { refuse } from '../errors.ts';
import { told } from './faults.ts';
import type { Mounted } from './mount.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What can be asked from inside, by method and path: `GET /api/products/:slug`. */
    inside: ReadonlyMap<string, Asked>;
  }
}

/** A call by the contract: what stands in the address is given as it would be written there. */
export type InsideCall = {
  method: string;
  /** As the contract has it, with the names of its parameters. */
  path: string;
  params?: unknown;
  query?: unknown;
  language: Language;
};
type Parts = { params: unknown; query: unknown };
type Asked = (
  call: InsideCall,
  page: FastifyRequest,
) => Promise<{ status: number; answer: unknown }>;

/**
 * An endpoint called without leaving the process, as a stranger: who asks for the page is nobody
 * here, and was counted by the limits when they asked. Arguments, answers and refusals obey the
 * contract as they do over HTTP; only nothing is written out to be read again.
 */
export async function callInside(
  page: FastifyRequest,
  call: InsideCall,
): Promise<{ status: number; answer: unknown }> {
  try {
    const ask = page.server.inside.get(`${call.method} ${call.path}`);
    return await (ask ?? unknown)(call, page);
  } catch (error) {
    const { refusal, answer } = told(error, page, call.language);
    return { status: refusal.status, answer };
  }
}

const unknown: Asked = async () => refuse('SERVER_ERROR_NOT_FOUND');

/**
 * The endpoints that `callInside` finds: what anybody may read as often as they like. A page that
 * could ask more often than its reader would undo the limit against guessing.
 */
export function askedInside(areas: Mounted[]): ReadonlyMap<string, Asked> {
  const found = new Map<string, Asked>();
  for (const { contract, handlers } of areas) {
    for (const [name, endpoint] of Object.entries(contract)) {
      const { who, file, method, path, perMinute } = endpoint;
      if (who !== 'public' || method !== 'GET' || file || perMinute) continue;
      found.set(`${method} ${path}`, asked(endpoint, handlers[name] as Answers));
    }
  }
  return found;
}

type Answers = (call: object) => unknown;

function asked(endpoint: Endpoint, answers: Answers): Asked {
  const read = reading(endpoint);
  return async (call, page) => {
    const given = await answers({
      ...read(call),
      actor: null,
      language: call.language,
      requestId: page.id,
      idempotencyKey: '',
    });
    return { status: 200, answer: z.encode(endpoint.answer, given) };
  };
}

/** Reads a call by the schemas of its endpoint, as the route does. */
function reading({ params, query }: Endpoint): (call: InsideCall) => Parts {
  const readers = {
    params: readerOf('params', params),
    query: readerOf('querystring', query),
  };
  return (call) => ({
    params: readers.params(asWritten(call.params)),
    query: readers.query(asWritten(call.query)),
  });
}

function readerOf(place: string, schema: z.ZodType | undefined): (given: unknown) => unknown {
  if (!schema) return (given) => given;
  const validate = validatorCompiler({ schema, method: '', url: '' });
  return (given) => {
    const result = validate(given) as { value?: unknown; error?: unknown };
    if (!result.error) return result.value;
    throw Object.assign(new Error('invalid call'), {
      validation: result.error,
      validationContext: place,
    });
  };
}

/** In an address all is text, what is empty is left out, and one of many stands alone. */
function asWritten(values: unknown): Record<string, string | string[]> {
  const written: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(values ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    const [only, ...others] = Array.isArray(value) ? value : [value];
    if (only !== undefined) written[name] = others.length ? value.map(String) : String(only);
  }
  return written;
}
