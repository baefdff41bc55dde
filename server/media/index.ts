/** The door of `media`: pictures, signed addresses, and what stands behind them. */
import './clean-pictures.ts';
import './encode-assets.ts';

export { AssetChanged, AssetDeleted } from './announcements.ts';
export { assetKey } from './asset-files.ts';
export { findPlayableAsset, type PlayableAsset } from './assets.queries.ts';
export { eraseAssetsOf } from './delete-asset.ts';
export { demandOwnAsset } from './demand-own-asset.ts';
export { demandOwnImage } from './demand-own-image.ts';
export { drawBackdrop } from './draw-backdrop.ts';
export { drawInTurn } from './draw-in-turn.ts';
export { clockSeconds as mediaClock } from './encoding/index.ts';
export { erasePicturesOf } from './erase-pictures.ts';
export { pictureFrom } from './joined-picture.queries.ts';
export { keepPicture, pictureKey } from './keep-picture.ts';
export { letterPicture } from './letter-picture.ts';
export { type MediaKind, type MediaLink, type MediaResource, signMediaPath } from './links.ts';
export { picturesByIds } from './pictures.queries.ts';
export {
  forgetPlayback,
  mayStillWatch,
  type PlaybackCheck,
  setPlaybackCheck,
} from './playback-check.ts';
export type { MediaFile } from './send-file.ts';
export { serveAssets } from './serve-asset.ts';
export {
  type Keep,
  type MediaAnswer,
  type MediaSource,
  serveMedia,
  setMediaSource,
} from './serve-media.ts';
export { readStoredFile } from './stored-files.ts';
export { clearScratch, takeUpUploads } from './sweep-uploads.ts';
export { hearOfAssets } from './tell-owner.ts';
