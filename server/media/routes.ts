import type { FastifyRequest } from 'fastify';
import { assetsContract } from '#contract/assets.ts';
import { mediaContract } from '#contract/media.ts';
import { refuse } from '#server/platform/errors.ts';
import { mount } from '#server/platform/http/mount.ts';
import { getAsset, listAssets } from './assets.queries.ts';
import { renameAsset, retryAsset, setChapters } from './change-asset.ts';
import { deleteAsset } from './delete-asset.ts';
import { putCaptions, removeCaptions } from './keep-captions.ts';
import { keepPicture } from './keep-picture.ts';

const picture = { missing: 'IMAGE_MISSING', tooLarge: 'IMAGE_TOO_LARGE' } as const;
const captions = { missing: 'BAD_REQUEST', tooLarge: 'CAPTIONS_TOO_LARGE' } as const;

export const mediaRoutes = mount(mediaContract, {
  uploadImage: async ({ actor, request }) =>
    // The end of the request itself says nothing: that is the end of its body.
    keepPicture(actor.id, await readUpload(request, picture), () => request.socket.destroyed),
});

export const assetsRoutes = mount(assetsContract, {
  listAssets: ({ actor, query }) => listAssets(actor, query),
  getAsset: ({ actor, params }) => getAsset(actor, params.id),
  renameAsset: ({ actor, params, body }) => renameAsset(actor, params, body.title),
  retryAsset: ({ actor, params }) => retryAsset(actor, params),
  deleteAsset: ({ actor, params }) => deleteAsset(actor, params),
  setChapters: ({ actor, params, body }) => setChapters(actor, params, body.chapters),
  putCaptions: async ({ actor, params, request }) =>
    putCaptions(actor, params, await readUpload(request, captions)),
  removeCaptions: ({ actor, params }) => removeCaptions(actor, params),
});

/** The one file of a multipart upload. */
async function readUpload(
  request: FastifyRequest,
  refusals: typeof picture | typeof captions,
): Promise<Buffer> {
  if (!request.isMultipart()) refuse('UNSUPPORTED_CONTENT_TYPE');
  const part = await request.file().catch(() => refuse('BAD_REQUEST'));
  if (part?.fieldname !== 'file') refuse(refusals.missing);
  const content = await part.toBuffer().catch(() => refuse('BAD_REQUEST'));
  if (part.file.truncated) refuse(refusals.tooLarge);
  return content;
}
