import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, SlugParams } from './shared/ids.ts';
import { Instant } from './shared/time.ts';

/** So much of a recording stays, however it is trimmed. */
export const shortestRecording = 10;

/** `making`: its playlists are not written yet · `ready`: it can be watched · `none`: nothing was kept. */
export const RecordingState = z.enum(['making', 'ready', 'none']);
export type RecordingState = z.infer<typeof RecordingState>;

/**
 * A rendition as one file: `none`, nobody has asked for it · `waiting` for its turn · `making` ·
 * `ready` for a week · `failed`, it can be asked for again.
 */
export const RecordingFile = z.object({
  state: z.enum(['none', 'waiting', 'making', 'ready', 'failed']),
  /** How much of it is made, from 0 to 1. */
  share: z.number(),
  bytes: z.number().int(),
  /** Where it is fetched, for some hours and for this log-in; null until it is ready. */
  url: z.string().nullable(),
});
export type RecordingFile = z.infer<typeof RecordingFile>;

/** What was kept of one transmission. Times in seconds of the whole recording. */
export const Recording = z.object({
  id: Id,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  state: RecordingState,
  /** When it is deleted, of a rehearsal; null: it is kept. */
  goesAt: Instant.nullable(),
  /** All that was kept. */
  wholeSeconds: z.number(),
  /** What viewers see of it; `trimmed`: not all. */
  shown: z.object({ startSeconds: z.number(), endSeconds: z.number(), trimmed: z.boolean() }),
  /** Where some of what viewers see is missing, in one rendition at least. */
  lost: z.array(z.object({ atSeconds: z.number(), seconds: z.number() })),
  /** The largest picture first; `bytes` of what is shown. */
  renditions: z.array(
    z.object({
      name: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      bytes: z.number().int(),
      file: RecordingFile,
    }),
  ),
  /** The whole recording, for whoever decides what of it is shown. */
  preview: z.object({ url: z.string() }).nullable(),
  can: z.object({ trim: z.boolean(), restore: z.boolean(), download: z.boolean() }),
});
export type Recording = z.infer<typeof Recording>;

const Named = SlugParams.extend({ id: Id });

/** A recording that may be shown again, of whichever show of one's own. */
export const OwnRecording = z.object({
  id: Id,
  title: z.string(),
  startedAt: Instant,
  seconds: z.number().int(),
});
export type OwnRecording = z.infer<typeof OwnRecording>;

export const recordingsContract = {
  listOwnRecordings: endpoint({
    method: 'GET',
    path: '/api/desk/recordings',
    who: 'producer',
    summary:
      'The recordings of all one’s own shows that can be watched, the newest first; 100 at most',
    answer: z.array(OwnRecording),
  }),
  listRecordings: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/recordings',
    who: 'producer',
    summary: 'The recordings of a product of type broadcast, the newest first; fifty at most',
    params: SlugParams,
    answer: z.array(
      Recording.pick({
        id: true,
        startedAt: true,
        endedAt: true,
        state: true,
        goesAt: true,
      }).extend({
        seconds: z.number().int(),
      }),
    ),
  }),
  getRecording: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/recordings/:id',
    who: 'producer',
    summary: 'One recording: its length, what is shown of it, what is missing, its files',
    params: Named,
    answer: Recording,
    perMinute: 240,
  }),
  trimRecording: endpoint({
    method: 'PUT',
    path: '/api/desk/products/:slug/recordings/:id/trim',
    who: 'producer',
    summary:
      'Show only a part of a recording. It begins and ends between segments, some seconds outside of what was asked; the answer says where',
    params: Named,
    body: z
      .object({
        startSeconds: z.number().min(0).max(1_000_000),
        endSeconds: z.number().min(0).max(1_000_000),
      })
      .strict(),
    answer: Recording,
    errors: ['RECORDING_STATE', 'RECORDING_TOO_SHORT', 'SOURCE_LOCKED'],
  }),
  restoreRecording: endpoint({
    method: 'DELETE',
    path: '/api/desk/products/:slug/recordings/:id/trim',
    who: 'producer',
    summary: 'Show all of a recording again',
    params: Named,
    answer: Recording,
    errors: ['RECORDING_STATE', 'SOURCE_LOCKED'],
  }),
  makeRecordingFile: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/recordings/:id/files',
    who: 'producer',
    summary: 'Make one MP4 of what is shown of a recording; ask again for how far it is',
    params: Named,
    body: z.object({ rendition: z.string().regex(/^[a-z0-9]{1,20}$/) }).strict(),
    answer: Recording,
    errors: ['RECORDING_STATE'],
  }),
};
