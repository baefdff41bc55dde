import { mediaContract, type Picture } from '#contract/media.ts';
import { upload } from '#web/platform/api.ts';

type How = { onProgress: (share: number) => void; signal: AbortSignal };

/** Uploads a picture in the name of whoever is logged in: what every field for one sends it with. */
export const sendPicture = (file: Blob, how: How): Promise<Picture> =>
  upload(mediaContract.uploadImage, { file, ...how });
