import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { config } from '../config.ts';
import { Refusal } from '../errors.ts';
import { type Identify, opensTo } from './actor.ts';
import { languageOf, registerEndpoints } from './endpoints.ts';
import { answerError } from './faults.ts';
import { askedInside } from './inside.ts';
import { addressKey, mayUseKey } from './limits.ts';
import { measureRequests } from './metrics.ts';
import type { Mounted } from './mount.ts';
import { publishOpenApi } from './openapi.ts';
import { methodsOf } from './paths.ts';
import { trustedProxies } from './proxies.ts';
import { believeRelays } from './relayed.ts';
import { RequestLog } from './request-log.ts';
import { safeUrl } from './safe-url.ts';

export type AppParts = {
  areas: Mounted[];
  identify: Identify;
  /** Areas that need more than endpoints (sockets, media files, pages) add themselves here. */
  plugins?: ((app: FastifyInstance) => Promise<void>)[];
};

/** Builds the HTTP side: security, errors, identity, endpoints, API description. Does not listen. */
export async function buildHttp({
  areas,
  identify,
  plugins = [],
}: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(),
    logController: new RequestLog(),
    trustProxy: trustedProxies(config().TRUST_PROXY) ?? false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 120_000,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadable,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('actor', null);
  app.decorateRequest('keyRefused', false);
  app.decorateRequest('language', 'en');
  app.decorate('inside', askedInside(areas));
  app.addHook('onRequest', async (request, reply) => {
    request.language = languageOf(request);
    reply.header('x-request-id', request.id);
  });
  believeRelays(app);
  await secure(app);
  // Not in `onRequest`: the limits of a route come there after everything of the application's, and
  // who is asking is a question to the database. What no route answers needs no name.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) return;
    const actor = await whoAsks(request, identify);
    mayUseKey(actor, reply);
    // To what its scopes do not open a key is nobody's, however the address is answered.
    const isOpen = opensTo(actor, request.routeOptions.config.scope);
    request.keyRefused = !isOpen;
    request.actor = isOpen ? actor : null;
  });
  measureRequests(app);
  await publishOpenApi(app);
  app.after(() => registerEndpoints(app, areas));
  refuseUnknownPaths(app, areas);
  for (const plugin of plugins) await plugin(app);
  return app;
}

/** An address that cannot be decoded, or is too long, reaches no route and no hook. */
function answerUnreadable({ code }: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  });
  const isLong = code === 'FST_ERR_MAX_PARAM_LENGTH';
  answerError(new Refusal(isLong ? 'SERVER_ERROR_NOT_FOUND' : 'BAD_REQUEST'), request, reply);
}

async function secure(app: FastifyInstance): Promise<void> {
  const https = config().PUBLIC_URL.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
  });
  await app.register(multipart, {
    limits: { files: 1, fileSize: 8 * 1024 * 1024 + 1, fields: 10, fieldSize: 10_000 },
    throwFileSizeLimit: false,
  });
  if (config().RATE_LIMIT) {
    await app.register(rateLimit, {
      max: config().RATE_LIMIT,
      timeWindow: '1 minute',
      keyGenerator: (request) => addressKey(request.ip),
      allowList: (request) => /^\/(media|assets)\//.test(request.url),
      errorResponseBuilder: (_request, { ttl }) =>
        new Refusal('TOO_MANY_REQUESTS', { values: { seconds: Math.ceil(ttl / 1000) } }),
    });
  }
}

async function whoAsks(request: FastifyRequest, identify: Identify) {
  const header = request.headers.authorization;
  const token = header && /^Bearer ([\w-]{20,200})$/i.exec(header)?.[1];
  return token ? identify(token) : null;
}

/** Unknown paths under /api: 405 with Allow where another method exists, else 404. */
function refuseUnknownPaths(app: FastifyInstance, areas: Mounted[]): void {
  const known = methodsOf(areas.map((area) => area.contract));
  app.setNotFoundHandler((request, reply) => {
    const allowed = known(request.url.split('?')[0] ?? '');
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    return answerError(
      new Refusal(allowed.length > 0 ? 'METHOD_NOT_ALLOWED' : 'SERVER_ERROR_NOT_FOUND'),
      request,
      reply,
    );
  });
}

function loggerOptions() {
  const level = config().LOG_LEVEL;
  if (level === 'silent') return false;
  return {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: safeUrl(request.url),
        remoteAddress: request.ip,
      }),
    },
  };
}
