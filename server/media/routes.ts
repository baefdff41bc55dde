import type { FastifyRequest } from 'fastify';
import { mediaContract } from '#contract/media.ts';
import { refuse } from '#server/platform/errors.ts';
import { mount } from '#server/platform/http/mount.ts';
import { keepPicture } from './keep-picture.ts';

export const mediaRoutes = mount(mediaContract, {
  uploadImage: async ({ actor, request }) =>
    // The end of the request itself says nothing: that is the end of its body.
    keepPicture(actor.id, await readUpload(request), () => request.socket.destroyed),
});

/** The one file of a multipart upload. */
async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) refuse('UNSUPPORTED_CONTENT_TYPE');
  const part = await request.file().catch(() => refuse('BAD_REQUEST'));
  if (part?.fieldname !== 'file') refuse('IMAGE_MISSING');
  const content = await part.toBuffer().catch(() => refuse('BAD_REQUEST'));
  if (part.file.truncated) refuse('IMAGE_TOO_LARGE');
  return content;
}
