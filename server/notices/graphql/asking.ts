import type { GraphQLError } from 'graphql';
import { createGraphQLError } from 'graphql-yoga';
import { type ErrorCode, errorStatus } from '#contract/shared/errors.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Actor, Identify } from '#server/platform/http/actor.ts';
import { errorAnswer } from '#server/platform/http/faults.ts';
import { isApiKey } from '../access.ts';

/** Who speaks GraphQL with us, over HTTP or over a socket. */
export type Asking = {
  keyIsGood: boolean;
  language: Language;
  /** Over a socket an operation may last. */
  socket: boolean;
  /** The person of the token as of now: a stopped log-in answers null some seconds later. */
  whoAsks: () => Promise<Actor | null>;
};

export type Credentials = { apiKey: unknown; authorization: unknown };
type Surroundings = { language: Language; identify: Identify; socket: boolean };

/** What a request or a connection brings, made into who is asking. */
export function askingOf(
  { apiKey, authorization }: Credentials,
  { language, identify, socket }: Surroundings,
): Asking {
  const header = typeof authorization === 'string' ? authorization : '';
  const token = /^Bearer ([\w-]{20,200})$/i.exec(header)?.[1];
  return {
    keyIsGood: isApiKey(apiKey),
    language,
    socket,
    whoAsks: async () => (token ? identify(token) : null),
  };
}

/** Refuses callers without the key, without a token, or with somebody else's. */
export async function demandSelf(asking: Asking, userId: string): Promise<Actor> {
  demandKey(asking);
  const actor = await asking.whoAsks();
  if (!actor) throw graphqlError('NOT_LOGGED_IN', asking.language);
  if (actor.id !== userId) throw graphqlError('FORBIDDEN', asking.language);
  return actor;
}

export function demandKey(asking: Asking): void {
  if (!asking.keyIsGood) throw graphqlError('API_KEY_INVALID', asking.language);
}

/** A refusal of the catalogue as GraphQL says it: sentence, code, and the status over HTTP. */
export function graphqlError(
  code: ErrorCode,
  language: Language,
  values: Record<string, string | number> = { seconds: 1 },
): GraphQLError {
  const { message } = errorAnswer(code, language, { requestId: '', values });
  return createGraphQLError(message, { extensions: { code, http: { status: errorStatus[code] } } });
}
