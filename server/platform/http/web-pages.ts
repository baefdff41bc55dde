import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { Brand } from '#contract/shared/brand.ts';
import type { Language } from '#contract/shared/languages.ts';
import { pageBrand } from '#server/platform/brand/index.ts';
import { config } from '#server/platform/config.ts';
import { hearOthers, tellOthers } from '#server/platform/database/processes.ts';
import { callInside, type InsideCall } from '#server/platform/http/inside.ts';
import { outdateAnswers } from '#server/platform/http/kept-answers.ts';
import { marked, newMark, withMark } from '#server/platform/http/marked-text.ts';
import { pageCache, type RenderedPage } from '#server/platform/http/page-cache.ts';
import { cachingHeaders, securityHeaders } from '#server/platform/http/page-headers.ts';
import { pageLanguage } from '#server/platform/http/page-language.ts';
import { partOfBuild } from '#server/platform/http/part-of-build.ts';

type Mode = 'built' | 'dev';
/** What `web/entry.server.tsx` exports beside its page renderer. */
type Entry = {
  publicFrame: string;
  contextFor: (values: {
    call: (call: InsideCall) => Promise<{ status: number; answer: unknown }>;
    language: Language;
    nonce: string;
    publicUrl: string;
    brand: Brand;
    unknownPaths: '/' | '/login';
    previews: boolean;
    handOver: (html: string) => void;
  }) => RouterContextProvider;
};
type Wanted = { url: URL; language: Language; languageInAddress: boolean };

const root = resolve(import.meta.dirname, '../../..');
/** Only these reach a page: anything else in an address must not make another copy of it. */
const knownQuery =
  '_routes category channel currency date from index lang language page price q size sort tag to type when'.split(
    ' ',
  );
/** Addresses that belong to others: what they do not know is not a page. */
const notPages =
  /^\/(api|media|graphql|socket\.io|metrics|images|files|og|icons|sitemaps|brand|widget|widget\.[\w.]*js|letters\/stop)(\/|$)/;
/** Stands in a kept page where each sending writes its nonce; nobody outside can guess it. */
const nonceMark = newMark();
const cache = pageCache();

const topic = 'pages';

/** Drops every rendered page, here and in every other process: something public has changed. */
export function forgetPages(): void {
  cache.forget();
  outdateAnswers();
  tellOthers(topic, null);
}

/**
 * Drops the pages when another process says that something has changed, also when such a word may
 * have been missed. `first` drops what pages are made of, lest they come back as they were.
 */
export function hearOfChanges(first: () => void): void {
  const forget = () => {
    first();
    cache.forget();
    outdateAnswers();
  };
  hearOthers(topic, forget, forget);
}

type Options = {
  mode: Mode;
  /** Origins of others to which a page of ours may post a form. */
  formTargets?: readonly string[];
};

/**
 * Mounts the screens: files of the build, and a page for every address that is nobody else's.
 * `built` needs `build/`; `dev` compiles `web/` as it changes.
 */
export async function mountWebPages(app: FastifyInstance, options: Options): Promise<void> {
  const { mode } = options;
  const load = mode === 'built' ? await builtPages(app) : await compiledPages(app);
  // Pages alone: files are compressed once, when they are built.
  await app.register(async (pages) => {
    await pages.register(compress, {
      encodings: ['br', 'gzip'],
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      zlibOptions: { level: 5 },
    });
    answerPages(pages, load, options);
  });
}

function answerPages(app: FastifyInstance, load: Loaded, options: Options): void {
  const { mode } = options;
  app.route({
    method: ['GET', 'HEAD'],
    url: '*',
    schema: { hide: true } as object,
    handler: async (request, reply) => {
      const wanted = wantedPage(request);
      if (!wanted || notPages.test(wanted.url.pathname)) return reply.callNotFound();
      const render = () => renderPage(request, load, wanted);
      const page = cacheable(wanted, mode)
        ? await cache.get(`${wanted.language} ${wanted.url.pathname}${wanted.url.search}`, render)
        : await render();
      return sendPage(reply, page, { wanted, ...options });
    },
  });
}

const cacheable = ({ url }: Wanted, mode: Mode) =>
  mode === 'built' && url.pathname !== '/__manifest';

/** The address with known parameters only, sorted, on our own host whatever the request claims. */
function wantedPage(request: FastifyRequest): Wanted | null {
  const [path = '/', search = ''] = request.url.split('?', 2);
  const origin = config().PUBLIC_URL;
  // A path like //host would be read as another host.
  if (path.startsWith('//') || !URL.canParse(path, origin)) return null;
  const url = new URL(path, origin);
  // Nor may one with a backslash, which reads like a slash, lead to another host or carry a name.
  if (url.origin !== new URL(origin).origin || url.username !== '') return null;
  const given = new URLSearchParams(search);
  const allowed = url.pathname === '/__manifest' ? [...given.keys()] : knownQuery;
  for (const name of [...new Set(allowed)].sort()) {
    for (const value of given.getAll(name)) url.searchParams.append(name, value.slice(0, 2000));
  }
  const query = url.searchParams.get('lang');
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const language = pageLanguage({ query, cookie, acceptLanguage });
  return { url, language, languageInAddress: query === language };
}

type Answer = (request: Request, context: RouterContextProvider) => Promise<Response>;
type Pages = { build: ServerBuild; answer: Answer };
type Loaded = () => Promise<Pages> | Pages;

async function renderPage(
  request: FastifyRequest,
  load: Loaded,
  { language, url }: Wanted,
): Promise<RenderedPage> {
  const { build, answer } = await load();
  const { contextFor } = entryOf(build);
  let isWhole = true;
  let html: string | null = null;
  const context = contextFor({
    language,
    nonce: nonceMark,
    publicUrl: config().PUBLIC_URL,
    brand: pageBrand(),
    unknownPaths: config().UNKNOWN_PATHS === 'login' ? '/login' : '/',
    previews: config().PREVIEWS,
    call: async (call) => {
      const answered = await callInside(request, call);
      isWhole &&= answered.status < 500;
      return answered;
    },
    handOver: (rendered) => {
      html = rendered;
    },
  });
  const response = await answer(
    new Request(url, { headers: { 'Accept-Language': language } }),
    context,
  );
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: marked(html ?? (await response.text()), nonceMark),
    isWhole,
  };
}

const entryOf = (build: ServerBuild) => build.entry.module as unknown as Entry;

type Sending = Options & { wanted: Wanted };

function sendPage(reply: FastifyReply, page: RenderedPage, { wanted, mode, formTargets }: Sending) {
  const nonce = newMark();
  // Bytes of which nobody says what they are would be offered as a download.
  reply.code(page.status).type('text/html; charset=utf-8');
  const origin = new URL(config().PUBLIC_URL);
  if (mode === 'built') reply.headers(securityHeaders(nonce, origin, formTargets));
  // Development needs inline scripts and another socket.
  else reply.removeHeader('Content-Security-Policy');
  // Last what the page says of itself: one whose address is a secret tells nobody where it was.
  reply.headers(page.headers).headers(cachingHeaders(page, wanted.languageInAddress));
  return reply.send(withMark(page.body, nonce));
}

async function builtPages(app: FastifyInstance): Promise<Loaded> {
  // Before React is loaded for the first time: its development form takes five times as long.
  process.env.NODE_ENV = 'production';
  const { createRequestHandler } = await import('react-router');
  const build: ServerBuild = await import(pathToFileURL(join(root, 'build/server/index.js')).href);
  await app.register(serveStatic, {
    root: join(root, 'build/client'),
    wildcard: false,
    index: false,
    decorateReply: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const named = path.includes('/assets/');
      const lasting = 'public, max-age=31536000, immutable';
      reply.header('Cache-Control', named ? lasting : 'public, max-age=3600');
    },
  });
  const everything = createRequestHandler(build, 'production');
  const open = partOfBuild(build, entryOf(build).publicFrame);
  const openPages = createRequestHandler(open.build, 'production');
  const answer: Answer = (request, context) =>
    (open.owns(new URL(request.url).pathname) ? openPages : everything)(request, context);
  return () => ({ build, answer });
}

async function compiledPages(app: FastifyInstance): Promise<Loaded> {
  const [{ createServer }, { createRequestHandler }] = await Promise.all([
    import('vite'),
    import('react-router'),
  ]);
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    server: { middlewareMode: true, ws: { port: 24_678 } },
    appType: 'custom',
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    if (notPages.test(request.url.split('?')[0] ?? '')) return done();
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  return async () => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
    return { build, answer: createRequestHandler(build, 'development') };
  };
}
