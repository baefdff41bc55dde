/** The door of `live`: what other areas may ask of transmissions. */
export {
  BroadcastEnded,
  BroadcastStarted,
  PlayoutEnded,
  PlayoutStarted,
  RecordingLost,
  RecordingMade,
  RecordingTrimmed,
  ShowRecorded,
  ShowStarted,
} from './announcements.ts';

import './playout/tell-turns.ts';

export { callOffShow } from './call-off-show.ts';
export { endRehearsal } from './end-rehearsal.ts';
export { forgetDraft } from './forget-draft.ts';
export { rehearsalDays } from './recordings.rules.ts';
export { broadcastSockets } from './sockets.ts';
export { serveBroadcasts, startLiveEngine, stopLiveEngine } from './start-engine.ts';
export { liveViewers, viewersOf } from './viewers.ts';
