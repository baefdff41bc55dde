/**
 * The door of `encoding`: from one uploaded file of picture or sound to what players need. Knows
 * files and ffmpeg, and nothing of users, products or the database.
 */
export type { AssetSink } from './asset-sink.ts';
export { cleanCaptions } from './captions.rules.ts';
export type { AssetStep, EncodingReport } from './course.ts';
export { clockSeconds } from './encode-arguments.rules.ts';
export { type EncodedAsset, type EncodingJob, encodeAsset } from './encode-asset.ts';
export { inspectMedia } from './inspect-media.ts';
export type { EncodingLimits, MediaFacts } from './media-facts.ts';
export { wholeFilmSeconds } from './progress-record.ts';
export {
  type CaptionsRefusal,
  CaptionsRefused,
  type MediaRefusal,
  MediaRefused,
} from './refusals.rules.ts';
