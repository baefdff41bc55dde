import { type DocumentNode, getOperationAST } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { graphqlPath } from '../access.ts';
import type { Asking } from './asking.ts';
import { queryLimits, validationRules } from './limits.ts';
import { graphqlError } from './refusals.ts';
import { schema } from './schema.ts';

const production = process.env.NODE_ENV === 'production';

/** Limits before anything is run; over HTTP only what ends by itself. */
const limits: Plugin = {
  onParse({ parseFn, setParseFn }) {
    setParseFn((source: string, options?: object) =>
      parseFn(source, { ...options, maxTokens: queryLimits.tokens }),
    );
  },
  onValidate({ addValidationRule }) {
    for (const rule of validationRules(production)) addValidationRule(rule);
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const { socket, language } = args.contextValue as unknown as Asking;
    const operation = getOperationAST(args.document as DocumentNode, args.operationName);
    if (socket || operation?.operation !== 'subscription') return;
    setResultAndStopExecution({ errors: [graphqlError('BAD_REQUEST', language)] });
  },
};

type Wrapped = { name?: string; originalError?: unknown };

/** Faults of the query and our refusals are said; whatever else went wrong is not. */
const maskError = (error: unknown): Error =>
  isOfGraphql(error) ? (error as Error) : graphqlError('SERVER_ERROR', 'en');

/** By name: with two copies of the library loaded, `instanceof` would see strangers. */
function isOfGraphql(error: unknown): boolean {
  const { name, originalError } = (error ?? {}) as Wrapped;
  return name === 'GraphQLError' && (originalError == null || isOfGraphql(originalError));
}

export const yoga = createYoga<Asking>({
  schema,
  graphqlEndpoint: graphqlPath,
  graphiql: false,
  landingPage: false,
  logging: false,
  cors: false,
  batching: false,
  multipart: false,
  maxRequestBodySize: 64 * 1024,
  plugins: [limits],
  maskedErrors: { maskError },
});
