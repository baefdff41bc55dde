import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Picture } from './media.ts';
import { Id, Slug } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { ProductStatus } from './shared/product-kinds.ts';
import { Line } from './shared/text.ts';
import { Instant } from './shared/time.ts';

/**
 * An asset is one uploaded video or audio file and all that is made of it: renditions, a still,
 * pictures for the bar of the player. Files come by tus 1.0 (creation, termination, expiration) at
 * `uploadPath`; the id of the upload becomes the id of the asset.
 */
export const uploadPath = '/api/desk/uploads';

export const uploadLimits = {
  /** Bytes of one file. */
  file: 3 * 1024 ** 3,
  /** Bytes of one request of our own uploader. A line that breaks loses nothing that had come. */
  chunk: 32 * 1024 * 1024,
  /** Uploads of one person that have begun and not ended. */
  open: 20,
  /** Bytes that one person may begin to upload within 24 hours. */
  day: 50 * 1024 ** 3,
  /** Days after which an upload that was not finished is thrown away. */
  days: 7,
} as const;

export const assetStates = ['uploading', 'processing', 'ready', 'failed'] as const;
export const AssetState = z.enum(assetStates);
export type AssetState = z.infer<typeof AssetState>;

export const AssetStep = z.enum(['first', 'ladder', 'storyboard', 'poster', 'loudness']);
export type AssetStep = z.infer<typeof AssetStep>;

/** Why nothing can be made of a file; `kept_failing`: it was tried several times, and may be again. */
export const assetRefusals = [
  'not_media',
  'no_streams',
  'too_long',
  'damaged',
  'refers_elsewhere',
  'too_large',
  'took_too_long',
  'kept_failing',
] as const;
export const AssetRefusal = z.enum(assetRefusals);
export type AssetRefusal = z.infer<typeof AssetRefusal>;

/** A tag of BCP 47 as it stands in an address: `es`, `pt-br`. */
export const CaptionLanguage = z
  .string()
  .transform((tag) => tag.toLowerCase())
  .pipe(z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/));

/** Bytes of one file, and languages of one asset. */
export const captionLimits = { bytes: 2 * 1024 * 1024, languages: 40 } as const;

export const Captions = z.object({ language: z.string(), cues: z.number().int() });
export type Captions = z.infer<typeof Captions>;

export const chapterLimits = { chapters: 100, title: 120 } as const;

export const Chapter = z.object({
  startSeconds: z.number().min(0).max(360_000),
  title: Line(chapterLimits.title).min(1),
});
export type Chapter = z.infer<typeof Chapter>;

const Rendition = z.object({
  name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

export const Asset = z.object({
  id: Id,
  title: z.string(),
  fileName: z.string(),
  /** Bytes of the uploaded file. */
  size: z.number().int(),
  state: AssetState,
  /** It can be watched from now on, in part of its sizes. */
  playable: z.boolean(),
  step: AssetStep.nullable(),
  /** Percent of the work. */
  progress: z.number().int(),
  refusal: AssetRefusal.nullable(),
  /** Null until the file was looked into. */
  kind: z.enum(['video', 'audio']).nullable(),
  seconds: z.number().nullable(),
  renditions: z.array(Rendition),
  poster: Picture.nullable(),
  captions: z.array(Captions),
  chapters: z.array(Chapter),
  createdAt: Instant,
  usedBy: z.array(z.object({ slug: Slug, title: z.string(), status: ProductStatus })),
  can: z.object({
    retry: z.boolean(),
    delete: z.boolean(),
    /** Captions and chapters. */
    describe: z.boolean(),
    /** Stand on a product of type `vod`. */
    attach: z.boolean(),
  }),
});
export type Asset = z.infer<typeof Asset>;

/** By socket, as `asset:changed`, to its owner: look again, or show these figures. */
export type AssetSaid = {
  assetId: string;
  state: AssetState;
  step: AssetStep | null;
  progress: number;
  playable: boolean;
};

const AssetParams = z.object({ id: Id });
const CaptionParams = AssetParams.extend({ language: CaptionLanguage });

export const assetsContract = {
  listAssets: endpoint({
    method: 'GET',
    path: '/api/desk/assets',
    who: 'producer',
    summary: 'The uploaded videos and sounds of one’s own, the newest first',
    query: PageQuery.extend({ state: AssetState.optional() }),
    answer: pageOf(Asset),
  }),
  getAsset: endpoint({
    method: 'GET',
    path: '/api/desk/assets/:id',
    who: 'producer',
    summary: 'One upload with what was made of it: one’s own, or any for administrators',
    params: AssetParams,
    answer: Asset,
  }),
  renameAsset: endpoint({
    method: 'PATCH',
    path: '/api/desk/assets/:id',
    who: 'producer',
    summary: 'Give an upload another name',
    params: AssetParams,
    body: z.strictObject({ title: Line(160).min(1) }),
    answer: Asset,
  }),
  retryAsset: endpoint({
    method: 'POST',
    path: '/api/desk/assets/:id/encoding',
    who: 'producer',
    summary: 'Try again what failed for reasons that lay in us',
    params: AssetParams,
    answer: Asset,
    errors: ['ASSET_STATE'],
  }),
  deleteAsset: endpoint({
    method: 'DELETE',
    path: '/api/desk/assets/:id',
    who: 'producer',
    summary: 'Delete an upload with all its files, unless a product that was published shows it',
    params: AssetParams,
    answer: z.undefined(),
    status: 204,
    errors: ['ASSET_IN_USE'],
  }),
  setChapters: endpoint({
    method: 'PUT',
    path: '/api/desk/assets/:id/chapters',
    who: 'producer',
    summary: 'Set the chapters of an upload, whole: each with its beginning and its title',
    params: AssetParams,
    body: z.strictObject({ chapters: z.array(Chapter).max(chapterLimits.chapters) }),
    answer: Asset,
    errors: ['ASSET_STATE'],
  }),
  putCaptions: endpoint({
    method: 'PUT',
    path: '/api/desk/assets/:id/captions/:language',
    who: 'producer',
    summary:
      'Set the captions of one language (multipart field `file`): WebVTT or SRT, 2 MB at most',
    params: CaptionParams,
    upload: true,
    answer: Asset,
    errors: ['ASSET_STATE', 'CAPTIONS_INVALID', 'CAPTIONS_TOO_LARGE', 'CAPTIONS_TOO_MANY', 'BUSY'],
    perMinute: 60,
  }),
  removeCaptions: endpoint({
    method: 'DELETE',
    path: '/api/desk/assets/:id/captions/:language',
    who: 'producer',
    summary: 'Remove the captions of one language',
    params: CaptionParams,
    answer: Asset,
    errors: ['BUSY'],
  }),
};
