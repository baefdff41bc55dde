/** The door of `live`: what other areas may ask of transmissions. */
export { BroadcastEnded, BroadcastStarted, RecordingMade } from './announcements.ts';
export {
  type BroadcastFacts,
  broadcastsByProductIds,
  findBroadcastOf,
  findRecordingOf,
} from './broadcasts.queries.ts';
export { forgetDraft } from './forget-draft.ts';
export { liveViewers } from './on-air.ts';
export { serveBroadcasts, startLiveEngine, stopLiveEngine } from './start-engine.ts';
