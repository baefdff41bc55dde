import { remembered } from '#server/platform/remembered.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';
import { storagePrefix } from './broadcasts.store.ts';
import {
  longest,
  type RecordedSegment,
  type RecordingMeta,
  readRecordingIndex,
} from './engine/recording.ts';
import type { Cuttable } from './engine/recording-cut.rules.ts';

export type StoredRecording = {
  meta: RecordingMeta;
  segments: RecordedSegment[];
  /** The same, as cuts see it. */
  cuttable: Cuttable[];
};

// The index of a finished recording never changes, and its panel asks for it again and again.
const kept = remembered(new Map<string, StoredRecording>());
const mostKept = 8;

/** What storage holds of a finished broadcast; null when it holds nothing. */
export async function readRecording(broadcastId: string): Promise<StoredRecording | null> {
  const known = kept.get(broadcastId);
  if (known) return known;
  const found = await readRecordingIndex({
    read: (name) => readFileOf(broadcastId, name),
  });
  if (!found) return null;
  const { meta, segments } = found;
  const recording = { meta, segments, cuttable: segments.map((one) => cuttableOf(one, meta)) };
  kept.set(broadcastId, recording);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value as string);
  return recording;
}

/** It is about to be deleted: what is remembered of it goes too. */
export const forgetRecording = (broadcastId: string): boolean => kept.delete(broadcastId);

/** A stored file of a broadcast; null when there is none. */
export async function readFileOf(broadcastId: string, name: string): Promise<Buffer | null> {
  try {
    return await storage().read(`${storagePrefix(broadcastId)}/${name}`);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

function cuttableOf(segment: RecordedSegment, { variants }: RecordingMeta): Cuttable {
  const { sequence, lostSeconds = 0, files } = segment;
  const isWhole = variants.every(({ name }) => files[name]);
  return { sequence, seconds: longest(segment), lostSeconds, isWhole };
}

/** The segments of a cut, or all of them. */
export const segmentsOf = (
  { segments }: StoredRecording,
  cut: { first: number; last: number } | null,
): RecordedSegment[] =>
  cut ? segments.filter(({ sequence }) => sequence >= cut.first && sequence <= cut.last) : segments;
