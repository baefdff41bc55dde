import { Temporal } from 'temporal-polyfill';
import { type Playback, playerContract } from '#contract/player.ts';
import { useClock as setClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { storage } from '#server/platform/storage/index.ts';
import { app, call } from '#test/story.ts';
import { anOrganizer, aViewer, type Someone } from './accounts.ts';
import { anAsset } from './assets.ts';
import { aProduct, type SomeProduct } from './catalog.ts';
import { aChannel } from './channels.ts';
import { aShow } from './player.ts';

/** Seconds of each segment of what is made here, and how many there are unless told. */
export const segmentSeconds = 6;
export const filmSegments = 30;

/** The hour at which shows of these stories begin. */
export const curtain = Temporal.Instant.from('2031-03-01T20:00:00Z');
export const atShow = (seconds: number): Temporal.Instant =>
  curtain.add({ milliseconds: Math.round(seconds * 1000) });

/** It is so many seconds after the curtain; log-ins of a story hold until then, its views were heard of. */
export async function showIsAt(seconds: number): Promise<void> {
  setClock(atShow(seconds));
  await db().updateTable('auth_tokens').set({ expires_at: '2040-01-01T00:00:00Z' }).execute();
  await db()
    .updateTable('playbacks')
    .set({ last_seen_at: atShow(seconds).toString() })
    .where('ended_at', 'is', null)
    .execute();
}

const text = (instant: Temporal.Instant) => instant.toString({ fractionalSecondDigits: 3 });

const listOf = (name: (number: number) => string, head: string, count: number): string =>
  [
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${segmentSeconds}`],
    ...['#EXT-X-MEDIA-SEQUENCE:0', '#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-INDEPENDENT-SEGMENTS'],
    `#EXT-X-MAP:URI="${head}"`,
    ...Array.from({ length: count }, (_, number) => [
      `#EXTINF:${segmentSeconds}.000000,`,
      name(number),
    ]),
    ...['#EXT-X-ENDLIST', ''],
  ]
    .flat()
    .join('\n');

/** Two renditions whose segments say in their bytes which they are. */
async function putFilm(
  prefix: string,
  { name, head, count }: { name: (number: number) => string; head: string; count: number },
): Promise<void> {
  const put = (file: string, content: string) =>
    storage().put(`${prefix}/${file}`, Buffer.from(content));
  const stream = (bits: number) => `#EXT-X-STREAM-INF:BANDWIDTH=${bits},CODECS="avc1.64001e"`;
  const master = [
    '#EXTM3U',
    stream(900_000),
    '360p/index.m3u8',
    stream(300_000),
    '180p/index.m3u8',
  ];
  await put('master.m3u8', `${master.join('\n')}\n`);
  for (const rendition of ['360p', '180p']) {
    await put(`${rendition}/index.m3u8`, listOf(name, head, count));
    await put(`${rendition}/${head}`, `head of ${rendition}`);
    for (let number = 0; number < count; number += 1) {
      await put(`${rendition}/${name(number)}`, `${rendition} ${number}`);
    }
  }
}

/** A film of this organizer, three minutes long unless told, with its files and Spanish captions. */
export async function aFilm(owner: Someone, { segments = filmSegments } = {}): Promise<string> {
  const seconds = segments * segmentSeconds;
  const id = await anAsset(owner, { seconds });
  const name = (number: number) => `seg-${number}.m4s`;
  await putFilm(`assets/${id}`, { name, head: 'init.mp4', count: segments });
  await storage().put(`assets/${id}/original`, Buffer.from('the whole film'));
  await storage().put(
    `assets/${id}/captions/es.vtt`,
    Buffer.from('WEBVTT\n\n00:07.000 --> 00:09.000\nBuenas noches\n'),
  );
  await db()
    .insertInto('asset_captions')
    .values({ asset_id: id, language: 'es', cues: 1 })
    .execute();
  return id;
}

/** What was kept of an earlier show of this organizer, as long as a film; answers its broadcast. */
export async function aRecording(owner: Someone): Promise<{ id: string; slug: string }> {
  const show = await aShow({ air: 'recorded', channel: await aChannel({ owner }) });
  const id = show.broadcastId ?? '';
  const prefix = `recordings/${id}`;
  const name = (number: number) => `seg-0-${number}.m4s`;
  await putFilm(prefix, { name, head: 'init-0-1.mp4', count: filmSegments });
  await db()
    .updateTable('broadcasts')
    .set({ storage_prefix: prefix, recording_seconds: filmSegments * segmentSeconds })
    .where('id', '=', id)
    .execute();
  return { id, slug: show.slug };
}

export type SomePlayout = SomeProduct & { assetId: string | null; sessionId: string };

/** A film, or a recording, that the clock plays at `curtain`, published and fitted to its length. */
export async function aPlayout(
  given: { owner?: Someone; recordingId?: string; hour?: Temporal.Instant; segments?: number } = {},
): Promise<SomePlayout> {
  const owner = given.owner ?? (await anOrganizer());
  const { segments = filmSegments, recordingId = null } = given;
  const assetId = recordingId ? null : await aFilm(owner, { segments });
  const startsAt = text(given.hour ?? curtain);
  const product = await aProduct({
    ...{ channel: await aChannel({ owner }), type: 'live', plan: 'free' },
    sessions: [{ startsAt, minutes: Math.ceil((segments * segmentSeconds) / 60) }],
  });
  await db()
    .updateTable('products')
    .set({ asset_id: assetId, replayed_broadcast_id: recordingId })
    .where('id', '=', product.id)
    .execute();
  await db()
    .updateTable('product_sessions')
    .set({ plays_ms: segments * segmentSeconds * 1000 })
    .where('product_id', '=', product.id)
    .execute();
  return { ...product, assetId, sessionId: product.sessions[0]?.id ?? '' };
}

/** Somebody with a ticket for it, for whichever showing comes unless told; logged in until it is over. */
export async function aGuestOf(
  show: Pick<SomePlayout, 'id'>,
  sessionId: string | null = null,
): Promise<Someone & { ticketId: string }> {
  const viewer = await aViewer();
  const { id } = await db()
    .insertInto('tickets')
    .values({
      ...{ user_id: viewer.id, product_id: show.id, session_id: sessionId, source: 'free' },
      granted_at: '2026-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...viewer, ticketId: id };
}

export const openPlayer = (show: Pick<SomePlayout, 'slug'>, as: Someone): Promise<Playback> =>
  call(playerContract.openPlayback, { as, params: { slug: show.slug }, body: {} });

export const fetchMedia = async (
  url: string,
  method: 'GET' | 'HEAD' = 'GET',
  headers: Record<string, string> = {},
) => (await app()).inject({ method, url, headers });

/** The address of another file beside a list of renditions. */
export const beside = (url: string, file: string): string => url.replace('master.m3u8', file);

export const statusOf = async (url: string, file: string): Promise<number> =>
  (await fetchMedia(beside(url, file))).statusCode;

/** A guest who has opened it in its second minute. */
export async function watching(given: Parameters<typeof aPlayout>[0] = {}) {
  const show = await aPlayout(given);
  const guest = await aGuestOf(show);
  await showIsAt(60);
  const playback = await openPlayer(show, guest);
  return { show, guest, playback, url: playback.media?.url ?? '' };
}
