import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagesContract } from '#contract/pages.ts';
import { isLanguage } from '#contract/shared/languages.ts';
import { refuse } from '#server/platform/errors.ts';
import { mount } from '#server/platform/http/mount.ts';
import { iconPng } from './app/icons.ts';
import { manifestIn } from './app/manifest.ts';
import { offlinePage, offlinePolicy } from './app/offline-page.ts';
import { workerPolicy, workerScript } from './app/worker.ts';
import {
  type CardAnswer,
  homeCard,
  serveChannelCard,
  serveProductCard,
} from './cards/serve-card.ts';
import { channelFeed, siteFeed } from './finding/feed.ts';
import { robotsText } from './finding/robots.ts';
import { sitemapIndex, sitemapPart } from './finding/sitemap.ts';
import { findHome } from './home.queries.ts';
import { findOperator } from './operator.ts';

export const pagesRoutes = mount(pagesContract, {
  getHome: () => findHome(),
  getOperator: () => findOperator(),
});

const hidden = { schema: { hide: true } as object };
const minutes = (count: number) => `public, max-age=${count * 60}`;
type Named = { Params: { name: string } };

/** What search engines, feed readers and link previews ask for. */
export async function serveFinding(app: FastifyInstance): Promise<void> {
  app.get('/robots.txt', hidden, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', minutes(60)).send(robotsText()),
  );
  app.get('/sitemap.xml', hidden, async (request, reply) =>
    sendPacked(request, reply, await sitemapIndex()),
  );
  app.get<Named>('/sitemaps/:name.xml', hidden, async (request, reply) =>
    sendPacked(request, reply, await sitemapPart(request.params.name)),
  );
  app.get('/feed.xml', hidden, async (request, reply) =>
    sendFeed(reply, await siteFeed(request.language)),
  );
  app.get<{ Params: { slug: string } }>(
    '/channels/:slug/feed.xml',
    hidden,
    async (request, reply) =>
      sendFeed(reply, await channelFeed(request.params.slug, request.language)),
  );
  const seldom = { ...hidden, config: { rateLimit: { max: 120, timeWindow: '1 minute' } } };
  app.get<Named>('/og/home.:name.jpg', seldom, async (request, reply) => {
    const { name } = request.params;
    if (!isLanguage(name)) refuse('SERVER_ERROR_NOT_FOUND');
    return sendCard(reply, { file: await homeCard(name) });
  });
  app.get<Named>('/og/products/:name', seldom, async (request, reply) =>
    sendCard(reply, await serveProductCard(request.params.name)),
  );
  app.get<Named>('/og/channels/:name', seldom, async (request, reply) =>
    sendCard(reply, await serveChannelCard(request.params.name)),
  );
}

/** What makes the site something to install. */
export async function serveInstallable(app: FastifyInstance): Promise<void> {
  app.get('/site.webmanifest', hidden, async (request, reply) =>
    reply
      .type('application/manifest+json')
      .headers({ 'cache-control': minutes(60), vary: 'Accept-Language, Cookie' })
      .send(JSON.stringify(manifestIn(request.language))),
  );
  app.get<Named>('/icons/:name.png', hidden, async (request, reply) =>
    reply
      .type('image/png')
      .header('cache-control', minutes(24 * 60))
      .send(await iconPng(request.params.name)),
  );
  app.get('/offline', hidden, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': offlinePolicy })
      .send(offlinePage()),
  );
  app.get('/sw.js', hidden, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': workerPolicy })
      .send(workerScript()),
  );
}

function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Buffer) {
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  reply.type('application/xml; charset=utf-8');
  reply.headers({ 'cache-control': minutes(15), vary: 'Accept-Encoding' });
  if (!takesGzip) return reply.send(Readable.from([packed]).pipe(createGunzip()));
  return reply.header('content-encoding', 'gzip').send(packed);
}

const sendFeed = (reply: FastifyReply, text: string) =>
  reply
    .type('application/rss+xml; charset=utf-8')
    .headers({ 'cache-control': minutes(15), vary: 'Accept-Language, Cookie' })
    .send(text);

/** Previews are fetched from other sites; a show can be withdrawn, so nobody keeps one for ever. */
function sendCard(reply: FastifyReply, card: CardAnswer) {
  if ('elsewhere' in card) {
    return reply.header('cache-control', minutes(5)).redirect(card.elsewhere, 302);
  }
  return reply
    .type('image/jpeg')
    .headers({
      'cache-control': minutes(24 * 60),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(card.file);
}
