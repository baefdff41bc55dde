import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { config } from '../config.ts';
import { refuse } from '../errors.ts';

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
    const token = config().METRICS_TOKEN;
    const allowed = token
      ? request.headers.authorization === `Bearer ${token}`
      : /^(::1|(::ffff:)?127\.)/.test(request.ip);
    if (!allowed) refuse('SERVER_ERROR_NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
