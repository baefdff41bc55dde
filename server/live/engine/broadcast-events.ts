import type { LadderSettings } from './ladder.rules.ts';
import type { RecordingEnd } from './recorder.ts';

export type EndReason = 'stopped' | 'idle';

export type BroadcastEnd = {
  endedAtMs: number;
  reason: EndReason;
  /** Null: nothing was ever shown, or storage has refused the playlists for now. */
  recording: RecordingEnd | null;
};

export type BroadcastEvents = {
  /** The first picture can be watched in every rendition. */
  started(at: { startedAtMs: number }): void;
  /** Over; `end()` waits for what this does. */
  ended(end: BroadcastEnd): Promise<void> | void;
  /** The recording that was missing at the end has been made after all. */
  recorded(recording: RecordingEnd): Promise<void> | void;
  /** Something that an operator would like to read in the log. */
  noted(what: string, facts?: Record<string, unknown>): void;
};

export type BroadcastSettings = {
  ladder: LadderSettings;
  /** So long without media, and the broadcast closes by itself. */
  idleCloseMs: number;
  /** So long without media from one encoder, and the other one takes over. */
  handoverMs: number;
  /** So long without anything from ffmpeg while it is fed, and it is started anew. */
  stuckMs?: number;
  /** False: every rendition is encoded however late it comes, for whoever looks at encoding itself. */
  mayRest?: boolean;
};
