import type { FastifyInstance } from 'fastify';
import type { AssetRefusal, AssetState, Chapter } from '#contract/assets.ts';
import { uploadPath } from '#contract/assets.ts';
import { db } from '#server/platform/database/index.ts';
import type { Cast } from '#test/story.ts';
import { app } from '#test/story.ts';
import type { Someone } from './accounts.ts';

export type AssetGiven = {
  state?: AssetState;
  refusal?: AssetRefusal;
  playable?: boolean;
  seconds?: number | null;
  title?: string;
  size?: number;
  createdAt?: string;
  chapters?: Chapter[];
};

/** An upload as the database knows it, ready to be watched unless told, without files behind it. */
export async function anAsset(owner: Pick<Someone, 'id'>, given: AssetGiven = {}): Promise<string> {
  const state = given.state ?? 'ready';
  const isDone = state === 'ready';
  const { id } = await db()
    .insertInto('assets')
    .values({
      owner_id: owner.id,
      state,
      title: given.title ?? 'Night of tango',
      file_name: 'night-of-tango.mp4',
      size: given.size ?? 1000,
      playable: given.playable ?? isDone,
      seconds: given.seconds === undefined ? (isDone ? 61 : null) : given.seconds,
      refusal: given.refusal ?? null,
      chapters: JSON.stringify(given.chapters ?? []),
      next_try_at: state === 'processing' ? '2026-01-01T00:00:00Z' : null,
      received_at: state === 'uploading' ? null : '2026-01-01T00:00:00Z',
      ...(given.createdAt ? { created_at: given.createdAt } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The state of an upload as it stands in the table; null when it is gone. */
export async function assetRow(id: string) {
  const row = await db().selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

const addresses = new WeakMap<FastifyInstance, Promise<string>>();

/** The app of this test file behind a real socket: bodies come in pieces, and connections break. */
export async function listening(): Promise<string> {
  const http = await app();
  const address = addresses.get(http) ?? http.listen({ host: '127.0.0.1', port: 0 });
  addresses.set(http, address);
  return address;
}

type Asked = {
  as?: Cast | undefined;
  headers?: Record<string, string>;
  body?: BodyInit;
  to?: string;
};

const tus = async (method: string, path: string, { as, headers, body, to }: Asked) =>
  fetch(`${to ?? (await listening())}${path}`, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit);

/** The first request of an upload. */
export const beginUpload = (
  as: Cast | undefined,
  {
    size,
    name = 'night.mp4',
    headers = {},
    to,
  }: {
    size: number | null;
    name?: string;
    headers?: Record<string, string>;
    to?: string;
  },
) =>
  tus('POST', uploadPath, {
    as,
    ...(to ? { to } : {}),
    headers: {
      ...(size === null ? {} : { 'upload-length': String(size) }),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      ...headers,
    },
  });

export const sendPart = (
  as: Cast | undefined,
  path: string,
  { offset, body, to }: { offset: number; body: BodyInit; to?: string },
) =>
  tus('PATCH', path, {
    as,
    body,
    ...(to ? { to } : {}),
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
  });

/** How many bytes are there, or why not. */
export async function askOffset(as: Cast | undefined, path: string, to?: string) {
  const { status, headers } = await tus('HEAD', path, { as, ...(to ? { to } : {}) });
  return status === 200 ? Number(headers.get('upload-offset')) : status;
}

export const cancelUpload = (as: Cast | undefined, path: string) => tus('DELETE', path, { as });

/** The address of a new upload of this size. */
export async function aBegunUpload(as: Cast, size: number, name?: string): Promise<string> {
  const answer = await beginUpload(as, { size, ...(name ? { name } : {}) });
  if (answer.status !== 201) throw new Error(`not begun: ${answer.status} ${await answer.text()}`);
  return answer.headers.get('location') ?? '';
}

export const idOfUpload = (path: string): string => path.split('/').at(-1) ?? '';
