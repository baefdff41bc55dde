import { Socket } from 'node:net';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * One line for each request, when it has been answered: what was asked, by which address, the status
 * and the milliseconds. Files of the build, forty for a page, are told at the level `debug` only.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: isOurOwn });
  }

  /** Whoever goes before the answer is there leaves a line too. */
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request)) return;
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return;
      reply.log.info({ req: request, responseTime: reply.elapsedTime }, 'request broken off');
    });
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (this.isLogDisabled(request)) return;
    const about = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...about, err: error }, 'request errored');
    else reply.log[isBuilt(request) ? 'debug' : 'info'](about, 'request completed');
  }
}

/** Asked by ourselves, as the demonstration is put up: nobody came by, and it is said elsewhere. */
const isOurOwn = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

const isBuilt = ({ url }: FastifyRequest): boolean => url.startsWith('/assets/');
