import { type DocumentNode, GraphQLError, getOperationAST, parse, type Source } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { graphqlPath } from '../access.ts';
import { type Asking, graphqlError } from './asking.ts';
import { queryLimits, validationRules } from './limits.ts';
import { schema } from './schema.ts';

const production = process.env.NODE_ENV === 'production';

/** Limits before anything is run; over HTTP only what ends by itself. */
const limits: Plugin = {
  onParse({ setParseFn }) {
    setParseFn((source: string | Source, options?: object) =>
      parse(source, { ...options, maxTokens: queryLimits.tokens }),
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

/** Faults of the query and our refusals are said; whatever else went wrong is not. */
function maskError(error: unknown): Error {
  const plain = error instanceof GraphQLError && !error.originalError;
  const refused =
    error instanceof GraphQLError && error.originalError instanceof GraphQLError;
  return plain || refused ? error : graphqlError('SERVER_ERROR', 'en');
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
