import { Temporal } from 'temporal-polyfill';
import type { Recording, RecordingFile } from '#contract/recordings.ts';
import { instantText, nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { type BroadcastProduct, findOwnBroadcastProduct } from './broadcasts.queries.ts';
import { signForDesk } from './desk-links.ts';
import { lostStretches, totalSeconds } from './engine/recording-cut.rules.ts';
import {
  type FileKey,
  type FileRow,
  findRecordingOf,
  listFilesOf,
  listReadyOf,
  listRecordingsOf,
  type RecordingRow,
} from './recordings.queries.ts';
import { fileStateNow, goesAtMs, recordingMoves, recordingState } from './recordings.rules.ts';
import { readRecording, type StoredRecording, segmentsOf } from './stored-recording.ts';

/** The recordings of a product for its organizer or an administrator, the newest first. */
export async function listRecordings(actor: Actor, slug: string) {
  const { id, room } = orRefuse(await findOwnBroadcastProduct(db(), actor, slug));
  const rows = await listRecordingsOf(db(), id);
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    state: recordingState(row),
    goesAt: goesAt(row, room),
    seconds: row.recordingSeconds,
  }));
}

function goesAt({ endedAt }: RecordingRow, room: BroadcastProduct['room']): string | null {
  const ms = goesAtMs(endedAt, room !== null);
  return ms === null ? null : instantText(Temporal.Instant.fromEpochMilliseconds(ms));
}

/** Everything that was recorded of the actor's own shows and can be watched. */
export const listOwnRecordings = (actor: Actor) => listReadyOf(db(), actor.id);

/** One recording within the actor's reach, with what storage holds of it once it is ready. */
export async function reachRecording(
  actor: Actor,
  { slug, id }: { slug: string; id: string },
): Promise<{ product: BroadcastProduct; row: RecordingRow; stored: StoredRecording | null }> {
  const product = orRefuse(await findOwnBroadcastProduct(db(), actor, slug));
  const row = orRefuse(await findRecordingOf(db(), product.id, id));
  return { product, row, stored: row.recordingReady ? await readRecording(id) : null };
}

export async function getRecording(
  actor: Actor,
  named: { slug: string; id: string },
): Promise<Recording> {
  const { product, row, stored } = await reachRecording(actor, named);
  const { id, startedAt, endedAt, trim } = row;
  const wholeSeconds = stored ? totalSeconds(stored.cuttable) : 0;
  const can = recordingMoves(row, trim !== null);
  return {
    id,
    startedAt,
    endedAt,
    state: recordingState(row),
    goesAt: goesAt(row, product.room),
    wholeSeconds,
    shown: {
      startSeconds: trim ? trim.startMs / 1000 : 0,
      endSeconds: trim ? trim.endMs / 1000 : wholeSeconds,
      trimmed: trim !== null,
    },
    lost: stored ? lostStretches(stored.cuttable, trim) : [],
    renditions: stored ? await renditionsOf(actor, row, stored) : [],
    preview: stored ? { url: signForDesk(actor.tokenDigest, id, 'master.m3u8') } : null,
    // Without its files nothing can be done with it.
    can: stored ? can : { trim: false, restore: false, download: false },
  };
}

/** The segments that a file of this recording would hold; null when there is none. */
export function shownCut(
  { id, trim }: RecordingRow,
  { segments }: StoredRecording,
): Omit<FileKey, 'rendition'> | null {
  const first = trim?.first ?? segments.at(0)?.sequence;
  const last = trim?.last ?? segments.at(-1)?.sequence;
  return first === undefined || last === undefined ? null : { broadcastId: id, first, last };
}

async function renditionsOf(
  actor: Actor,
  row: RecordingRow,
  stored: StoredRecording,
): Promise<Recording['renditions']> {
  const cut = shownCut(row, stored);
  if (!cut) return [];
  const files = await listFilesOf(db(), cut);
  const segments = segmentsOf(stored, cut);
  return stored.meta.variants
    .filter(({ name }) => segments.some((one) => one.files[name]))
    .map(({ name, width, height }) => ({
      name,
      width,
      height,
      bytes: segments.reduce((sum, one) => sum + (one.files[name]?.bytes ?? 0), 0),
      file: fileOf(
        actor,
        files.find(({ rendition }) => rendition === name),
      ),
    }));
}

function fileOf(actor: Actor, row: FileRow | undefined): RecordingFile {
  if (!row) return { state: 'none', share: 0, bytes: 0, url: null };
  const { broadcastId, rendition, first, last, done, total, bytes } = row;
  const state = fileStateNow(row.state, nowMs() - Date.parse(row.heardAt));
  const file = `${rendition}_${first}_${last}.mp4`;
  return {
    state,
    share: state === 'ready' ? 1 : Math.min(1, done / Math.max(1, total)),
    bytes,
    url: state === 'ready' ? signForDesk(actor.tokenDigest, broadcastId, file) : null,
  };
}
