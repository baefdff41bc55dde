import type { z } from 'zod';
import type { ErrorCode } from './shared/errors.ts';
import type { KeyScope } from './shared/scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anyone, anyone with a valid token, or a role. An administrator passes everywhere
 * a producer does only where the endpoint says so by the rule inside; `who` is the first gate.
 */
export type Who = 'public' | 'user' | 'producer' | 'admin';

type Schema = z.ZodType;

/** What `endpoint` takes: everything that server and web need to know about one call. */
export type EndpointParts<
  Params extends Schema | undefined,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Answer extends Schema,
> = {
  method: Method;
  /**
   * Fastify form: `/api/channels/:slug`. What `producer` may call stands below `/api/desk`, what
   * `admin` may call below `/api/manage`.
   */
  path: `/api/${string}`;
  who: Who;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  /** Status of a good answer; 200 unless told. */
  status?: 200 | 201 | 202 | 204;
  /** The refusals that a caller should expect, beyond those every endpoint can give. */
  errors?: readonly ErrorCode[];
  /**
   * The caller must send an `Idempotency-Key` header. The same key with the same body does nothing
   * again, however much later, and answers what it made as that stands by then.
   */
  idempotent?: boolean;
  /** A multipart upload of one file: the handler reads it from the request. */
  upload?: boolean;
  /** The answer is a file, not JSON: its media type. `answer` then only documents. */
  file?: string;
  /** What a key of an organizer must have to open it; without it, no key does. */
  scope?: KeyScope;
  /** Calls allowed per minute and address, where the common limit is too generous. */
  perMinute?: number;
  /** The same per account; an address, which many may share, has ten times as many. */
  perAccount?: number;
};

export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
> = EndpointParts<Params, Query, Body, Answer>;

/** Declares one endpoint; server and web read the same object. */
export const endpoint = <
  Answer extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  parts: EndpointParts<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> => parts;

export type Contract = Record<string, Endpoint>;

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Given<S> = S extends Schema ? z.input<S> : undefined;
type PartOf<E, Name extends 'params' | 'query' | 'body' | 'answer'> = E extends {
  [K in Name]?: infer S;
}
  ? Exclude<S, undefined>
  : never;
type Declared<S> = [S] extends [never] ? undefined : S;

export type ParamsOf<E> = Parsed<Declared<PartOf<E, 'params'>>>;
export type QueryOf<E> = Parsed<Declared<PartOf<E, 'query'>>>;
export type BodyOf<E> = Parsed<Declared<PartOf<E, 'body'>>>;
export type AnswerOf<E> = Parsed<PartOf<E, 'answer'>>;
/** What a handler may return: the answer before its schema fills in defaults. */
export type AnswerInput<E> = Given<PartOf<E, 'answer'>>;

type Field<Name extends string, S> = S extends Schema
  ? Record<never, never> extends Given<S>
    ? { [K in Name]?: Given<S> }
    : { [K in Name]: Given<S> }
  : { [K in Name]?: undefined };

/** What a caller gives: `params`, `query` and `body` as the schemas take them. */
export type CallOf<E> = Field<'params', Declared<PartOf<E, 'params'>>> &
  Field<'query', Declared<PartOf<E, 'query'>>> &
  Field<'body', Declared<PartOf<E, 'body'>>>;
