import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { catalogContract, type ProductDetail } from '#contract/catalog.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { callInside } from '#server/platform/http/inside.ts';
import {
  drawNothing,
  drawWidget,
  loader,
  loaderVersion,
  type WidgetLook,
} from './widget/draw-widget.ts';
import { framersOf } from './widgets.queries.ts';

const hidden = { schema: { hide: true } as object };
type Asked = { Params: { slug: string }; Querystring: Record<string, unknown> };

/** `/widget.js`, which other people's pages include, and the frames that it draws. */
export async function serveWidget(app: FastifyInstance): Promise<void> {
  app.get('/widget.js', hidden, async (request, reply) => {
    const tag = `"${loaderVersion}"`;
    reply.header('cache-control', 'public, max-age=600').header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return sendLoader(reply);
  });
  app.get(`/widget.${loaderVersion}.js`, hidden, async (_request, reply) =>
    sendLoader(reply.header('cache-control', 'public, max-age=31536000, immutable')),
  );
  app.get<Asked>('/widget/:slug', hidden, async (request, reply) => sendWidget(request, reply));
}

const sendLoader = (reply: FastifyReply) =>
  reply
    .type('text/javascript; charset=utf-8')
    // Any page may run it; what it frames says itself by whom.
    .headers({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' })
    .send(loader);

async function sendWidget(request: FastifyRequest<Asked>, reply: FastifyReply) {
  const { slug } = request.params;
  const look = lookOf(request);
  const { path, method } = catalogContract.getProduct;
  const { status, answer } = await callInside(request, {
    ...{ method, path, params: { slug }, query: {}, language: look.language },
  });
  const isThere = status === 200 && (answer as ProductDetail).status === 'published';
  const drawn = isThere
    ? drawWidget(answer as ProductDetail, look, await framersOf(db(), slug))
    : drawNothing(look);
  // The policy says who may frame it; the older header knows no list.
  reply.removeHeader('x-frame-options');
  return reply
    .code(isThere ? 200 : status === 200 ? 404 : status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': drawn.policy,
      'cross-origin-resource-policy': 'cross-origin',
      // Browsers ask again: who may frame it can be another a moment later.
      'cache-control': isThere ? 'public, max-age=0, s-maxage=30' : 'no-store',
      vary: 'Accept-Language, Cookie',
    })
    .send(drawn.html);
}

function lookOf({ language, query }: FastifyRequest<Asked>): WidgetLook {
  const { scheme, look } = query;
  return {
    language,
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto',
    look: look === 'button' ? 'button' : 'card',
    site: config().PUBLIC_URL,
  };
}
