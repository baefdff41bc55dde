/** The door of `media`: pictures, signed addresses, and what stands behind them. */
import './clean-pictures.ts';

export { demandOwnImage } from './demand-own-image.ts';
export { drawBackdrop } from './draw-backdrop.ts';
export { drawInTurn } from './draw-in-turn.ts';
export { erasePicturesOf } from './erase-pictures.ts';
export { pictureFrom } from './joined-picture.queries.ts';
export { keepPicture, pictureKey } from './keep-picture.ts';
export { letterPicture } from './letter-picture.ts';
export { type MediaKind, type MediaLink, type MediaResource, signMediaPath } from './links.ts';
export { picturesByIds } from './pictures.queries.ts';
export { forgetPlayback, type PlaybackCheck, setPlaybackCheck } from './playback-check.ts';
export type { MediaFile } from './send-file.ts';
export {
  type Keep,
  type MediaAnswer,
  type MediaSource,
  serveMedia,
  setMediaSource,
} from './serve-media.ts';
export { readStoredFile } from './stored-files.ts';
