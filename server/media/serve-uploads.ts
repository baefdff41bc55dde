import { type Configstore, FileStore } from '@tus/file-store';
import { ERRORS, Server, Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uploadLimits, uploadPath } from '#contract/assets.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, Refusal, refuse } from '#server/platform/errors.ts';
import { type Actor, hasRole } from '#server/platform/http/actor.ts';
import { uploadsFolder } from './asset-files.ts';
import { findUpload } from './assets.queries.ts';
import { giveUpUpload } from './give-up-upload.ts';
import { beginUpload, receiveUpload } from './receive-upload.ts';
import { UploadLocks } from './upload-locks.ts';
import { bodyOf, writeStraight } from './write-piece.ts';

/** Who asks, and what went wrong: the protocol's own answers have neither. */
type Asking = { actor: Actor; fault?: unknown };

const asking = new WeakMap<object, Asking>();
const dayMs = 24 * 3_600_000;
const version = '1.0.0';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const bytes = 'application/offset+octet-stream';

/**
 * Uploads by tus 1.0 at `uploadPath`, for organizers, each their own. Where an upload stands is read
 * from the file itself, so that a killed process loses nothing that was written; everything else
 * stands in the table of assets.
 */
export async function serveUploads(app: FastifyInstance): Promise<void> {
  const tus = openTus();
  await app.register(async (door) => {
    // The protocol reads the body itself, as it comes.
    door.addContentTypeParser(bytes, (_request, _body, done) => done(null));
    const answer = (request: FastifyRequest, reply: FastifyReply) => answerTus(tus, request, reply);
    const hidden = { schema: { hide: true } as object };
    const few = { ...hidden, config: { rateLimit: { max: 60, timeWindow: '1 minute' } } };
    // A fast line sends ten pieces a second.
    const many = { ...hidden, config: { rateLimit: { max: 6000, timeWindow: '1 minute' } } };
    door.route({ method: 'POST', url: uploadPath, ...few, handler: answer });
    door.route({ method: 'OPTIONS', url: uploadPath, ...few, handler: answer });
    for (const method of ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      door.route({ method, url: `${uploadPath}/:id`, ...many, handler: answer });
    }
  });
}

function openTus(): Server {
  const datastore = new FileStore({
    directory: uploadsFolder(),
    configstore: uploadRows,
    expirationPeriodInMilliseconds: uploadLimits.days * dayMs,
  });
  // What a file will weigh is asked of the quota before its first byte.
  datastore.extensions = datastore.extensions.filter((name) => name !== 'creation-defer-length');
  const tus = new Server({
    path: uploadPath,
    datastore,
    relativeLocation: true,
    maxSize: uploadLimits.file,
    locker: new UploadLocks(),
    // Whoever is asked to make room is given so long to come to an end.
    lockDrainTimeout: 1000,
    allowedOrigins: [],
    namingFunction: () => crypto.randomUUID(),
    onUploadCreate: async (request, { id, size, metadata }) => {
      const { actor } = asking.get(request) as Asking;
      await beginUpload(actor.id, { id, size, fileName: metadata?.filename ?? '' });
      return {};
    },
    onUploadFinish: async (_request, { id }) => {
      await receiveUpload(id);
      return {};
    },
    onResponseError: (request, fault) => {
      const known = asking.get(request);
      if (known) known.fault = fault;
      return undefined;
    },
  });
  writeStraight(tus);
  return tus;
}

/** What the protocol wants to know of an upload beside its bytes. */
const uploadRows: Configstore = {
  get: async (id) => {
    const row = uuid.test(id) ? await findUpload(db(), id) : null;
    if (!row) return undefined;
    const { size, fileName: filename, createdAt: creation_date } = row;
    return new Upload({ id, size, offset: 0, metadata: { filename }, creation_date });
  },
  set: async () => undefined,
  delete: async () => undefined,
};

async function answerTus(tus: Server, request: FastifyRequest, reply: FastifyReply) {
  reply.header('tus-resumable', version).header('cache-control', 'no-store');
  if (request.method === 'OPTIONS') return passOn(reply, await tus.handleWeb(asWeb(request)));
  const actor = demandOrganizer(request.actor);
  const { id } = request.params as { id?: string };
  if (id === undefined) return speak(tus, request, { reply, actor });
  const upload = orRefuse(uuid.test(id) ? await findUpload(db(), id) : null);
  if (upload.ownerId !== actor.id) refuse('SERVER_ERROR_NOT_FOUND');
  const isOver = upload.state !== 'uploading' || (await isReceived(request, id));
  if (request.method === 'DELETE') return drop(id, reply);
  if (!isOver) return speak(tus, request, { reply, actor });
  if (request.method === 'PATCH') refuse('UPLOAD_OFFSET');
  return reply
    .headers({ 'upload-offset': upload.size, 'upload-length': upload.size })
    .status(200)
    .send('');
}

/** Asked where it stands: all of it may be here while the process that took it was killed. */
const isReceived = (request: FastifyRequest, id: string): Promise<boolean> | boolean =>
  request.method === 'HEAD' && receiveUpload(id);

async function drop(id: string, reply: FastifyReply) {
  await giveUpUpload(id);
  return reply.status(204).send();
}

function demandOrganizer(actor: Actor | null): Actor {
  if (!actor) return refuse('NOT_LOGGED_IN');
  if (!hasRole(actor, 'PRODUCER') && !hasRole(actor, 'ADMIN')) refuse('FORBIDDEN');
  return actor;
}

async function speak(
  tus: Server,
  request: FastifyRequest,
  { reply, actor }: { reply: FastifyReply; actor: Actor },
) {
  const web = asWeb(request);
  const known: Asking = { actor };
  asking.set(web, known);
  const response = await tus.handleWeb(web);
  if (response.status >= 400) throw faultOf(response.status, known.fault);
  return passOn(reply, response);
}

function passOn(reply: FastifyReply, response: Response) {
  for (const [name, value] of response.headers) {
    if (!name.startsWith('access-control-') && name !== 'content-type') reply.header(name, value);
  }
  return reply.status(response.status).send();
}

/**
 * The request as the protocol reads it: with the address that was judged here. It takes what stands
 * behind the last slash for the upload, in the query too.
 */
function asWeb(request: FastifyRequest): Request {
  const { id } = request.params as { id?: string };
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const hasBody = request.headers['content-type'] === bytes;
  const path = id === undefined ? uploadPath : `${uploadPath}/${encodeURIComponent(id)}`;
  return new Request(`http://upload${path}`, {
    method: request.method,
    headers,
    ...(hasBody ? { body: bodyOf(request.raw), duplex: 'half' } : {}),
  });
}

const codes = new Map<unknown, ErrorCode>([
  [ERRORS.FILE_NOT_FOUND, 'SERVER_ERROR_NOT_FOUND'],
  [ERRORS.FILE_NO_LONGER_EXISTS, 'UPLOAD_GONE'],
  [ERRORS.INVALID_OFFSET, 'UPLOAD_OFFSET'],
  [ERRORS.INVALID_LENGTH, 'UPLOAD_LENGTH'],
  [ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION, 'UPLOAD_LENGTH'],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED, 'UPLOAD_TOO_LARGE'],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION, 'BAD_REQUEST'],
  [ERRORS.INVALID_CONTENT_TYPE, 'UNSUPPORTED_CONTENT_TYPE'],
  [ERRORS.ERR_LOCK_TIMEOUT, 'BUSY'],
  [ERRORS.FILE_WRITE_ERROR, 'BUSY'],
]);

/** What the protocol refused, as our own refusal. */
function faultOf(status: number, fault: unknown): unknown {
  // Of its own one is an error with a status, the others are plain objects: more came than was said.
  if (fault instanceof Error && !('status_code' in fault)) return fault;
  const code = codes.get(fault);
  if (code) return new Refusal(code, code === 'BUSY' ? { values: { seconds: 5 } } : {});
  return status >= 500
    ? new Error('an upload failed', { cause: fault })
    : new Refusal('BAD_REQUEST');
}
