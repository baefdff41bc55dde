import { type Recording, shortestRecording } from '#contract/recordings.ts';
import { demandUnplayed } from '#server/catalog/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { RecordingTrimmed } from './announcements.ts';
import { type Cut, snapCut, totalSeconds } from './engine/recording-cut.rules.ts';
import { makeRecordingFile } from './make-recording-file.ts';
import { isLongEnough, recordingMoves, silentMinutes } from './recordings.rules.ts';
import { askForFile, writeTrim } from './recordings.store.ts';
import { getRecording, reachRecording, shownCut } from './show-recording.ts';
import { segmentsOf } from './stored-recording.ts';

type Named = { slug: string; id: string };

/** Shows a part of a recording from now on; who is watching goes on with what they have. */
export async function trimRecording(
  actor: Actor,
  named: Named,
  wish: { startSeconds: number; endSeconds: number },
): Promise<Recording> {
  const { product, row, stored } = await reachRecording(actor, named);
  if (!stored || !recordingMoves(row, row.trim !== null).trim) return refuse('RECORDING_STATE');
  const cut = snapCut(stored.cuttable, wish);
  if (!isLongEnough(cut)) refuse('RECORDING_TOO_SHORT', { values: { seconds: shortestRecording } });
  const [first, last] = [stored.segments.at(0), stored.segments.at(-1)];
  const isAll = cut.first === first?.sequence && cut.last === last?.sequence;
  await showPart(product.id, row.id, {
    cut: isAll ? null : cut,
    seconds: (cut.endMs - cut.startMs) / 1000,
  });
  return getRecording(actor, named);
}

/** Shows all of a recording again. */
export async function restoreRecording(actor: Actor, named: Named): Promise<Recording> {
  const { product, row, stored } = await reachRecording(actor, named);
  if (!stored || !recordingMoves(row, row.trim !== null).restore) return refuse('RECORDING_STATE');
  await showPart(product.id, row.id, { cut: null, seconds: totalSeconds(stored.cuttable) });
  return getRecording(actor, named);
}

async function showPart(
  productId: string,
  broadcastId: string,
  shown: { cut: Cut | null; seconds: number },
): Promise<void> {
  await inTransaction(async (tx) => {
    // Somewhere the clock plays it: what people see does not change under their eyes.
    await demandUnplayed(tx, broadcastId);
    if (!(await writeTrim(tx, broadcastId, shown))) refuse('RECORDING_STATE');
    await announce(tx, RecordingTrimmed, { productId, broadcastId });
  });
}

/** One MP4 of what is shown of a recording: made by a job unless it is there or under way. */
export async function askForRecordingFile(
  actor: Actor,
  named: Named,
  rendition: string,
): Promise<Recording> {
  const { row, stored } = await reachRecording(actor, named);
  const cut = stored && shownCut(row, stored);
  if (!stored || !cut || !recordingMoves(row, false).download) return refuse('RECORDING_STATE');
  const segments = segmentsOf(stored, cut);
  orRefuse(segments.find(({ files }) => files[rendition]));
  const file = { ...cut, rendition };
  const minutesAgo = (minutes: number) => instantText(now().subtract({ minutes }));
  const silentSince = {
    waiting: minutesAgo(silentMinutes.waiting),
    making: minutesAgo(silentMinutes.making),
  };
  await inTransaction(async (tx) => {
    const asked = { ...file, total: segments.length };
    const isWanted = await askForFile(tx, asked, { at: nowText(), silentSince });
    if (isWanted) await enqueue(tx, makeRecordingFile, file);
  });
  return getRecording(actor, named);
}
