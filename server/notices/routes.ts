import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noticesContract } from '#contract/notices.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Identify } from '#server/platform/http/actor.ts';
import { mount } from '#server/platform/http/mount.ts';
import { findAccess, graphqlPath } from './access.ts';
import { askingOf } from './graphql/asking.ts';
import { openGraphqlSockets } from './graphql/sockets.ts';
import { yoga } from './graphql/yoga.ts';
import { findMail } from './mails.queries.ts';
import { exportMails, openAttachment, searchMails } from './track-mails.ts';
import { pushKeys } from './web-push/keys.ts';
import { subscribe, unsubscribe } from './web-push/subscribe.ts';

export const noticesRoutes = mount(noticesContract, {
  getAccess: () => findAccess(),
  getPushKey: () => ({ publicKey: pushKeys().publicKey }),
  subscribeToPush: async ({ actor, body }) => void (await subscribe(actor, body)),
  unsubscribeFromPush: async ({ actor, query }) => void (await unsubscribe(actor, query.endpoint)),
  listMails: ({ query }) => searchMails(query),
  exportMails: ({ actor, query, language }) => exportMails(query, { actor, language }),
  getMail: async ({ params }) => orRefuse(await findMail(db(), params.id)),
  getMailAttachment: ({ params }) => openAttachment(params),
});

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
      const response = await yoga.handleNodeRequest(request as never, asking(request));
      for (const [name, value] of response.headers) reply.header(name, value);
      reply.status(response.status).header('cache-control', 'no-store');
      return reply.send(Buffer.from(await response.arrayBuffer()));
    },
  });
  const close = openGraphqlSockets(app.server, identify);
  app.addHook('preClose', close);
}
