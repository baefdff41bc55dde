import { fact } from '#server/platform/facts.ts';

/** The first picture can be watched. */
export const BroadcastStarted = fact<{ productId: string; broadcastId: string }>(
  'broadcast started',
);
/** The show of a session is on air: not a test of the encoder before its hour. */
export const ShowStarted = fact<{
  productId: string;
  broadcastId: string;
  sessionId: string | null;
}>('show started');
/** Over for good: stopped by its organizer, or without an encoder for too long. */
export const BroadcastEnded = fact<{ productId: string; broadcastId: string }>('broadcast ended');
/** The recording can be watched; comes a moment after the end. */
export const RecordingMade = fact<{ productId: string; broadcastId: string; seconds: number }>(
  'recording made',
);
/** … and it is the recording of the show, not of a test before it. */
export const ShowRecorded = fact<{
  productId: string;
  broadcastId: string;
  sessionId: string | null;
}>('show recorded');
/** Another part of a recording is shown from now on. */
export const RecordingTrimmed = fact<{ productId: string; broadcastId: string }>(
  'recording trimmed',
);
/** Some of a recording could not be kept; the show goes on. Once for each broadcast. */
export const RecordingLost = fact<{ productId: string; broadcastId: string }>('recording lost');
/** What the clock plays has begun; said for open pages, some seconds later at most, or not at all. */
export const PlayoutStarted = fact<{ productId: string }>('playout started');
/** … and has ended. */
export const PlayoutEnded = fact<{ productId: string }>('playout ended');
