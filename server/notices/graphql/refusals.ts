import type { GraphQLError } from 'graphql';
import { createGraphQLError } from 'graphql-yoga';
import { type ErrorCode, errorStatus } from '#contract/shared/errors.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { errorAnswer } from '#server/platform/http/faults.ts';
import type { Asking } from './asking.ts';

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
