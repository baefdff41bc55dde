import type { FastifyInstance } from 'fastify';
import { refuse } from '#server/platform/errors.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';
import { pictureKey } from './keep-picture.ts';
import type { PictureFormat } from './pictures.rules.ts';

const types: Record<PictureFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};
const validId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const validFile = /^\d{1,5}\.(avif|webp|jpg)$/;

/** GET /images/:id/:file. A picture never changes, so whoever has it need never ask again. */
export async function serveImages(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string; file: string } }>(
    '/images/:id/:file',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { id, file } = request.params;
      const format = validFile.exec(file)?.[1] as PictureFormat | undefined;
      if (!format || !validId.test(id)) refuse('SERVER_ERROR_NOT_FOUND');
      const tag = `"${id}-${file}"`;
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', tag);
      // They stand in letters, which mail programs show in pages of their own, and where shows are shared.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      if (request.headers['if-none-match']?.includes(tag)) return reply.status(304).send();
      const content = await storage().read(pictureKey(id, file)).catch(missing);
      return reply.type(types[format]).header('x-content-type-options', 'nosniff').send(content);
    },
  );
}

function missing(error: unknown): never {
  if (error instanceof FileMissing) refuse('SERVER_ERROR_NOT_FOUND');
  throw error;
}
