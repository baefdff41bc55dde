import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorAnswer, ErrorCode } from '#contract/shared/errors.ts';
import { faultOfIssue, type Issue } from '#contract/shared/fault-of-issue.ts';
import type { Language } from '#contract/shared/languages.ts';
import { isPassing } from '../database/passing.ts';
import { type FieldFaults, Refusal } from '../errors.ts';
import { StorageFailed } from '../storage/index.ts';
import { wordsOf } from '../words.ts';
import { sayRetryAfter } from './limits.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** The only way an error leaves: code, sentence in the reader's language, fields, request id. */
export function errorAnswer(
  code: ErrorCode,
  language: Language,
  more: {
    requestId: string;
    fields?: FieldFaults | undefined;
    values?: Record<string, string | number>;
  },
): ErrorAnswer {
  const message = say(language, `errors.${code.replaceAll('.', '_')}`, more.values);
  const fields = more.fields && { fields: faultSentences(more.fields, language) };
  return { code, message, ...fields, requestId: more.requestId };
}

/** Wrong fields with the sentence for each, as errors carry them. */
export const faultSentences = (fields: FieldFaults, language: Language) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, fault]) => [
      name,
      { fault, message: say(language, `faults.${fault}`) },
    ]),
  );

/**
 * What an error is to whoever asked: refusals and bad input speak, everything else is a plain
 * SERVER_ERROR. What nobody foresaw is logged.
 */
export function told(
  error: unknown,
  request: FastifyRequest,
  language: Language,
): { refusal: Refusal; answer: ErrorAnswer } {
  const known = asRefusal(error);
  logFault(error, known, request);
  const refusal = known ?? new Refusal('SERVER_ERROR');
  const { code, fields, values } = refusal;
  const answer = errorAnswer(code, language, { requestId: request.id, fields, values });
  return { refusal, answer };
}

/** Fastify's error hook. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { refusal, answer } = told(error, request, request.language ?? 'en');
  sayRetryAfter(reply, refusal);
  return reply
    .status(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer);
}

/**
 * What nobody foresaw comes with its stack; that we are busy, or do not do something, is said in a line,
 * however often.
 */
function logFault(error: unknown, refusal: Refusal | null, request: FastifyRequest): void {
  if (refusal && refusal.status < 500) return;
  if (refusal?.code === 'BUSY') request.log.warn({ because: String(error) }, 'busy');
  else if (refusal && !refusal.cause) request.log.warn({ because: refusal.code }, 'refused');
  else request.log.error({ err: error }, 'request failed');
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_CONTENT_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  FST_REQ_FILE_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_CONTENT_TYPE',
};

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationRefusal(error);
  const { code = '', statusCode = 500 } = error as FastifyError;
  const known = fastifyCodes[code];
  if (known) return new Refusal(known);
  if (error instanceof SyntaxError && statusCode === 400) return new Refusal('MALFORMED_JSON');
  if (statusCode === 429) return new Refusal('TOO_MANY_REQUESTS', { values: { seconds: 60 } });
  if (statusCode === 413) return new Refusal('BODY_TOO_LARGE');
  if (statusCode === 415) return new Refusal('UNSUPPORTED_CONTENT_TYPE');
  if (statusCode >= 400 && statusCode < 500) return new Refusal('BAD_REQUEST');
  const isAway = isPassing(error) || error instanceof StorageFailed;
  return isAway ? new Refusal('BUSY', { values: { seconds: 5 } }) : null;
}

/** A zod issue as the type provider hands it on. */
type ValidationItem = { keyword: string; message: string; instancePath: string; params: Issue };

function validationRefusal(
  error: FastifyError & { validation: unknown; validationContext?: string },
) {
  // A malformed id in the address names nothing that exists.
  if (error.validationContext === 'params') return new Refusal('SERVER_ERROR_NOT_FOUND');
  const fields: FieldFaults = {};
  for (const item of error.validation as unknown as ValidationItem[]) {
    const issue: Issue = { ...item.params, code: item.keyword, message: item.message };
    const path = item.instancePath.slice(1).replaceAll('/', '.');
    const names = issue.keys?.map((key) => (path ? `${path}.${key}` : key)) ?? [path || 'body'];
    for (const name of names) fields[name] ??= faultOfIssue(issue);
  }
  return new Refusal('VALIDATION', { fields });
}
