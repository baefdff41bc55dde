import { mayAct } from '#server/accounts/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { FileState } from './recordings.rules.ts';

/** What a recording needs to be shown on the desk. Instants are ISO 8601 in UTC. */
export type RecordingRow = {
  id: string;
  state: string;
  startedAt: string | null;
  endedAt: string | null;
  recordingReady: boolean;
  recordingSeconds: number;
  wasKept: boolean;
  trim: { first: number; last: number; startMs: number; endMs: number } | null;
};

const columns = [
  'id',
  'state',
  'started_at as startedAt',
  'ended_at as endedAt',
  'recording_ready as recordingReady',
  'recording_seconds as recordingSeconds',
  'storage_prefix as prefix',
  'trim_first as first',
  'trim_last as last',
  'trim_start_ms as startMs',
  'trim_end_ms as endMs',
] as const;

const endedOf = (db: Db, productId: string) =>
  db
    .selectFrom('broadcasts')
    .select(columns)
    .where('product_id', '=', productId)
    .where('state', '=', 'ended');

type Row = Awaited<ReturnType<ReturnType<typeof endedOf>['execute']>>[number];

function rowFrom({ prefix, first, last, startMs, endMs, ...row }: Row): RecordingRow {
  const isTrimmed = first !== null && last !== null && startMs !== null && endMs !== null;
  return {
    ...row,
    wasKept: prefix !== '',
    trim: isTrimmed ? { first, last, startMs, endMs } : null,
  };
}

const mostListed = 50;

/** What came of the ended broadcasts of a product, the newest first. */
export async function listRecordingsOf(db: Db, productId: string): Promise<RecordingRow[]> {
  const rows = await endedOf(db, productId).orderBy('id', 'desc').limit(mostListed).execute();
  return rows.map(rowFrom);
}

/**
 * Recordings of rehearsals of which something is kept and nothing may be any more: they ended before
 * then, or their room was closed. By ascending id, after one of them when given.
 */
export async function listRehearsed(
  db: Db,
  { before, after, limit }: { before: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('broadcasts as b')
    .innerJoin('products as p', 'p.id', 'b.product_id')
    .select('b.id')
    .where('p.is_rehearsal', '=', true)
    .where('b.state', '=', 'ended')
    .where((is) => is.or([is('b.storage_prefix', '<>', ''), is('b.recording_ready', '=', true)]))
    .where((is) =>
      is.or([is('b.ended_at', '<', before), is('p.rehearsal_closed_at', 'is not', null)]),
    )
    .$if(after !== null, (query) => query.where('b.id', '>', after ?? ''))
    .orderBy('b.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const mostReady = 100;

/** The recordings of somebody's shows that can be watched, the newest first. */
export async function listReadyOf(db: Db, ownerId: string) {
  const rows = await db
    .selectFrom('broadcasts as b')
    .innerJoin('products as p', 'p.id', 'b.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['b.id', 'p.title', 'b.started_at as startedAt', 'b.recording_seconds as seconds'])
    .where('c.owner_id', '=', ownerId)
    .where('p.is_rehearsal', '=', false)
    .where('b.state', '=', 'ended')
    .where('b.recording_ready', '=', true)
    .where('b.started_at', 'is not', null)
    .orderBy('b.id', 'desc')
    .limit(mostReady)
    .execute();
  return rows.map((row) => ({ ...row, startedAt: row.startedAt ?? '' }));
}

/** One of them; null when it has not ended or is another product's. */
export async function findRecordingOf(
  db: Db,
  productId: string,
  broadcastId: string,
): Promise<RecordingRow | null> {
  const row = await endedOf(db, productId).where('id', '=', broadcastId).executeTakeFirst();
  return row ? rowFrom(row) : null;
}

/** The segments that are shown of a recording; null: all. */
export async function findTrim(
  db: Db,
  broadcastId: string,
): Promise<{ first: number; last: number } | null> {
  const row = await db
    .selectFrom('broadcasts')
    .select(['trim_first as first', 'trim_last as last'])
    .where('id', '=', broadcastId)
    .executeTakeFirst();
  return row && row.first !== null && row.last !== null
    ? { first: row.first, last: row.last }
    : null;
}

/**
 * The recording of this broadcast if this log-in may have it: it holds, its person was not stopped and
 * is its organizer or an administrator. The log-in is known by the first half of its digest.
 */
export async function findForLogIn(
  db: Db,
  broadcastId: string,
  { from, to, now }: { from: Buffer; to: Buffer; now: string },
) {
  const row = await db
    .selectFrom('auth_tokens as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('broadcasts as b', (join) => join.on('b.id', '=', broadcastId))
    .innerJoin('products as p', 'p.id', 'b.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['p.title', 'b.started_at as startedAt'])
    .where('a.digest', '>=', from)
    .where('a.digest', '<=', to)
    .where('a.expires_at', '>', now)
    .where(mayAct('u'))
    .where('b.recording_ready', '=', true)
    .where('p.rehearsal_closed_at', 'is', null)
    .where((is) =>
      is.or([
        is('c.owner_id', '=', is.ref('u.id')),
        is(is.val('ADMIN'), '=', is.fn.any('u.roles')),
      ]),
    )
    .executeTakeFirst();
  return row ?? null;
}

/** A cut of one rendition, as one file. */
export type FileKey = { broadcastId: string; rendition: string; first: number; last: number };
export type FileRow = FileKey & {
  state: FileState;
  done: number;
  total: number;
  bytes: number;
  heardAt: string;
};

const fileColumns = [
  'broadcast_id as broadcastId',
  'rendition',
  'first_segment as first',
  'last_segment as last',
  'state',
  'done',
  'total',
  'bytes',
  'heard_at as heardAt',
] as const;

/** The files of this cut of a recording, one for each rendition that was asked for. */
export async function listFilesOf(db: Db, cut: Omit<FileKey, 'rendition'>): Promise<FileRow[]> {
  const rows = await db
    .selectFrom('recording_files')
    .select(fileColumns)
    .where('broadcast_id', '=', cut.broadcastId)
    .where('first_segment', '=', cut.first)
    .where('last_segment', '=', cut.last)
    .execute();
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }) as FileRow);
}

/** Files that were asked for before an instant. */
export async function listFilesBefore(db: Db, at: string, limit: number): Promise<FileKey[]> {
  return db
    .selectFrom('recording_files')
    .select([
      'broadcast_id as broadcastId',
      'rendition',
      'first_segment as first',
      'last_segment as last',
    ])
    .where('asked_at', '<', at)
    .limit(limit)
    .execute();
}
