import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identify } from '#server/platform/http/actor.ts';
import { graphqlPath } from '../access.ts';
import { askingOf } from './asking.ts';
import type { GraphqlSockets } from './sockets.ts';

/** Five hundred files of libraries: read when the server listens, or when somebody asks. */
const yogaOf = async () => (await import('./yoga.ts')).yoga;

/** GraphQL at /graphql: queries and mutations over HTTP, subscriptions over websocket. */
export async function serveGraphql(app: FastifyInstance, identify: Identify): Promise<void> {
  const asking = (request: FastifyRequest) =>
    askingOf(
      { apiKey: request.headers['x-api-key'], authorization: request.headers.authorization },
      { language: request.language, identify, socket: false },
    );
  app.route({
    method: ['GET', 'POST'],
    url: graphqlPath,
    bodyLimit: 64 * 1024,
    schema: { hide: true } as object,
    handler: async (request, reply) => {
      const yoga = await yogaOf();
      const response = await yoga.handleNodeRequest(request as never, asking(request));
      for (const [name, value] of response.headers) reply.header(name, value);
      reply.status(response.status).header('cache-control', 'no-store');
      return reply.send(Buffer.from(await response.arrayBuffer()));
    },
  });
  let opening: Promise<GraphqlSockets> | null = null;
  app.addHook('onListen', async () => {
    opening = import('./sockets.ts').then((sockets) => sockets.openGraphqlSockets(identify));
    const taking = opening;
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.url?.split('?')[0] !== graphqlPath) return;
      // Until it is taken over nobody else hears that whoever asks has gone.
      const drop = () => void socket.destroy();
      socket.on('error', drop);
      taking.then(({ take }) => take(request, socket, head), drop);
    });
  });
  app.addHook('preClose', async () => (await opening)?.close());
}
