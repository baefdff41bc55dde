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
