import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DocumentNode, ExecutionArgs, GraphQLError } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { isLanguage } from '#contract/shared/languages.ts';
import { config } from '#server/platform/config.ts';
import type { Identify } from '#server/platform/http/actor.ts';
import { openSocketDoor } from '#server/platform/http/socket-door.ts';
import { isApiKey } from '../access.ts';
import { type Asking, askingOf } from './asking.ts';
import { graphqlError } from './refusals.ts';
import { yoga } from './yoga.ts';

/** Operations at the same time in one connection: the bell needs four. */
const operationsPerSocket = 12;
type Inside = { request: IncomingMessage };

export type GraphqlSockets = {
  /** Takes over a connection that wants to become a websocket. */
  take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Ends them all. */
  close: () => Promise<void>;
};

/**
 * GraphQL over websocket (protocol `graphql-transport-ws`). `connection_init` carries `x-api-key` and,
 * for a person's own things, `authorization: Bearer …`.
 */
export function openGraphqlSockets(identify: Identify): GraphqlSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024 });
  const door = openSocketDoor();
  const graphql = useServer<Record<string, unknown>, Inside>(
    {
      connectionInitWaitTimeout: 3000,
      onConnect: ({ connectionParams }) => isApiKey(connectionParams?.['x-api-key']),
      onSubscribe: async (
        { extra, connectionParams, subscriptions },
        _id,
        { query, operationName, variables },
      ) => {
        const asking = askingFrom(connectionParams ?? {}, identify);
        // The library has counted this one among them already.
        if (Object.keys(subscriptions).length > operationsPerSocket) {
          extra.socket.close(4429, 'Too many operations');
        }
        const isClosing = extra.socket.readyState !== extra.socket.OPEN;
        const seconds = isClosing ? 1 : door.takeCall(door.addressOf(extra.request));
        if (seconds) return [graphqlError('TOO_MANY_REQUESTS', asking.language, { seconds })];
        const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({
          ...asking,
          params: { query, operationName, variables },
        } as never);
        const read = readDocument(() => parse(query));
        if (Array.isArray(read)) return read;
        const document = read;
        const errors = validate(schema, document);
        if (errors.length > 0) return errors;
        const contextValue = await contextFactory();
        return {
          schema,
          document,
          operationName,
          variableValues: variables,
          contextValue,
          rootValue: { execute, subscribe },
        } as ExecutionArgs;
      },
      execute: (args: ExecutionArgs) => (args.rootValue as Enveloped).execute(args),
      subscribe: (args: ExecutionArgs) => (args.rootValue as Enveloped).subscribe(args),
    },
    sockets,
    20_000,
  );
  const take: GraphqlSockets['take'] = (request, socket, head) => {
    if (!ourOrigin(request)) return turnAway(socket, '403 Forbidden');
    if (!door.admit(request)) return turnAway(socket, '429 Too Many Requests');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      sockets.emit('connection', opened, request);
    });
  };
  const close = async () => {
    await graphql.dispose();
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
  return { take, close };
}

const turnAway = (socket: Duplex, status: string) =>
  void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);

/** A text that is no GraphQL is answered; it does not end the connection. */
function readDocument(parse: () => DocumentNode): DocumentNode | GraphQLError[] {
  try {
    return parse();
  } catch (error) {
    return [error as GraphQLError];
  }
}

type Enveloped = {
  execute: (args: ExecutionArgs) => never;
  subscribe: (args: ExecutionArgs) => never;
};

function askingFrom(given: Record<string, unknown>, identify: Identify): Asking {
  const credentials = { apiKey: given['x-api-key'], authorization: given.authorization };
  const language = isLanguage(given.language) ? given.language : 'en';
  return askingOf(credentials, { language, identify, socket: true });
}

/** Programs send no Origin; a browser must come from our own pages. */
function ourOrigin({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return !origin || origin === config().PUBLIC_URL || URL.parse(origin)?.host === host;
}
