import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { config } from '../config.ts';
import { refuse } from '../errors.ts';
import { sameSecret } from '../secrets.ts';

/** The registry of this process; areas add gauges of their own (viewers, queue lengths). */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const durations = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer, by route and status class',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [metrics],
});

/** Times every request and serves `/metrics` to the machine itself or with METRICS_TOKEN. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    durations.labels(request.method, route, status).observe(reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    if (!mayRead(request)) refuse('SERVER_ERROR_NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * With METRICS_TOKEN who has it, else programs of this machine: judged by the connection itself, for
 * headers can be made up, and never what a proxy on this machine hands on for somebody else.
 */
function mayRead({ headers, socket }: FastifyRequest): boolean {
  const token = config().METRICS_TOKEN;
  if (token) return sameSecret(headers.authorization ?? '', `Bearer ${token}`);
  const isForwarded = forwarding.some((name) => headers[name] !== undefined);
  return !isForwarded && /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
}
