import type { FastifyInstance } from 'fastify';
import type { AnswerOf, CallOf, Endpoint } from '#contract/endpoint.ts';
import type { ErrorAnswer, ErrorCode, FieldFault } from '#contract/shared/errors.ts';
import { buildApp } from '#server/app.ts';
import { closeAtEnd } from './closing.ts';

/** Somebody of the cast: whatever a factory made that can log in. */
export type Cast = { token: string };

type More = { as?: Cast; headers?: Record<string, string>; language?: string };

let building: Promise<FastifyInstance> | null = null;

/** The app of this test file, built once, on the file's own database. */
export function app(): Promise<FastifyInstance> {
  building ??= build();
  return building;
}

async function build(): Promise<FastifyInstance> {
  const { http } = await buildApp({ pages: 'none' });
  closeAtEnd(async () => {
    building = null;
    await http.close();
  });
  await http.ready();
  return http;
}

/** Calls an endpoint as the web does and answers its parsed answer; throws on a refusal. */
export async function call<E extends Endpoint>(
  endpoint: E,
  given: CallOf<E> & More = {} as CallOf<E> & More,
): Promise<AnswerOf<E>> {
  const response = await send(endpoint, given);
  if (response.statusCode >= 400) {
    throw new Error(`${endpoint.method} ${endpoint.path}: ${response.statusCode} ${response.body}`);
  }
  return (response.statusCode === 204 ? undefined : response.json()) as AnswerOf<E>;
}

export type Refused = {
  status: number;
  code: ErrorCode;
  fields?: Record<string, FieldFault>;
};

/** Calls an endpoint that must refuse: answers status, code and the fault of each field. */
export async function refusal<E extends Endpoint>(
  endpoint: E,
  given: CallOf<E> & More = {} as CallOf<E> & More,
): Promise<Refused> {
  const response = await send(endpoint, given);
  if (response.statusCode < 400)
    throw new Error(`not refused: ${response.statusCode} ${response.body}`);
  const { code, fields } = response.json() as ErrorAnswer;
  const faults = fields && Object.entries(fields).map(([name, { fault }]) => [name, fault]);
  return {
    status: response.statusCode,
    code: code as ErrorCode,
    ...(faults ? { fields: Object.fromEntries(faults) } : {}),
  };
}

/** The raw response, for what is not JSON: files, headers. */
export async function send<E extends Endpoint>(endpoint: E, given: CallOf<E> & More) {
  const { params, query, body, as, headers, language } = given as More & {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  return (await app()).inject({
    method: endpoint.method,
    url: addressOf(endpoint, params ?? {}),
    query: Object.fromEntries(
      Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]),
    ),
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(endpoint.idempotent ? { 'idempotency-key': crypto.randomUUID() } : {}),
      ...(language ? { 'accept-language': language } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
  });
}

const addressOf = (endpoint: Endpoint, params: Record<string, unknown>): string =>
  endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
