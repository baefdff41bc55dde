import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { AnswerInput, BodyOf, Contract, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Actor } from './actor.ts';

type Present<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]: T };
type ActorFor<E> = E extends { who: 'public' } ? Actor | null : Actor;

/** What a handler is given: the parsed parts of the call and who is asking. */
export type Call<E> = Present<'params', ParamsOf<E>> &
  Present<'query', QueryOf<E>> &
  Present<'body', BodyOf<E>> & {
    actor: ActorFor<E>;
    language: Language;
    requestId: string;
    /** Set when the endpoint is `idempotent`. */
    idempotencyKey: string;
  } & (E extends { method: 'GET' } ? unknown : { request: FastifyRequest });

/** A file as answer of an endpoint declared with `file`. */
export type FileAnswer = { name: string; content: Buffer | Readable; type?: string };

type Answer<E> = E extends { file: string } ? FileAnswer : AnswerInput<E>;

export type Handlers<C extends Contract> = {
  [K in keyof C]: (call: Call<C[K]>) => Promise<Answer<C[K]>> | Answer<C[K]>;
};

/** One area's endpoints with what answers them. */
export type Mounted = {
  contract: Contract;
  handlers: Record<string, (call: never) => unknown>;
};

/** Ties every endpoint of a contract to the action or query that answers it. */
export const mount = <C extends Contract>(contract: C, handlers: Handlers<C>): Mounted => ({
  contract,
  handlers: handlers as Mounted['handlers'],
});
