import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './shared/ids.ts';

/**
 * A picture that was uploaded. Its files stand at `/images/{id}/{width}.{avif|webp|jpg}` for each
 * of `widths` (ascending); `placeholder` is a tiny blurred data URL to show meanwhile.
 */
export const Picture = z.object({
  id: Id,
  width: z.number().int(),
  height: z.number().int(),
  widths: z.array(z.number().int()),
  placeholder: z.string(),
});
export type Picture = z.infer<typeof Picture>;

/** Pictures that one person may upload within 24 hours. */
export const picturesADay = 100;

export const imageLimits = { bytes: 8 * 1024 * 1024, types: ['image/jpeg', 'image/png'] } as const;

export const mediaContract = {
  uploadImage: endpoint({
    method: 'POST',
    path: '/api/images',
    who: 'user',
    summary: 'Upload one picture (multipart field `file`): JPG or PNG, 8 MB at most',
    upload: true,
    answer: Picture,
    status: 201,
    errors: ['IMAGE_FORMAT', 'IMAGE_TOO_LARGE', 'IMAGE_MISSING', 'IMAGE_QUOTA', 'BUSY'],
    perMinute: 60,
  }),
};
