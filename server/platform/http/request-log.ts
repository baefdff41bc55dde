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
    // The address is asked for while there is a connection: afterwards nobody knows it.
    void request.ip;
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return;
      const sent = reply.raw.headersSent ? { res: reply } : {};
      const said = { req: request, ...sent, responseTime: reply.elapsedTime };
      reply.log[levelOf(request)](said, 'request broken off');
    });
  }

  /** Who breaks off an answer under way has its line already. */
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    super.streamError(error, request, reply);
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (this.isLogDisabled(request)) return;
    const about = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...about, err: error }, 'request errored');
    else reply.log[levelOf(request)](about, 'request completed');
  }
}

/** Asked by ourselves, as the demonstration is put up: nobody came by, and it is said elsewhere. */
const isOurOwn = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

const levelOf = ({ url }: FastifyRequest): 'debug' | 'info' =>
  url.startsWith('/assets/') ? 'debug' : 'info';
