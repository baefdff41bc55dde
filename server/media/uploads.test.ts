import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assetsContract, uploadLimits, uploadPath } from '#contract/assets.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { storage, useStorage } from '#server/platform/storage/index.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import {
  aBegunUpload,
  anAsset,
  askOffset,
  assetRow,
  beginUpload,
  cancelUpload,
  idOfUpload,
  listening,
  sendPart,
} from '#test/factories/assets.ts';
import { call } from '#test/story.ts';
import { receivedKey, uploadPathOf, uploadsFolder } from './asset-files.ts';
import { moveAsset, removeUnfinished } from './assets.store.ts';
import { giveUpUpload } from './give-up-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import { enqueueSweep } from './sweep-uploads.ts';

const said = async (answer: Response) => [answer.status, (await answer.json()).code];
const bytes = (length: number, fill = 7) => Buffer.alloc(length, fill);

describe('an upload', () => {
  it('comes in pieces, and its file waits to be worked on when it is whole', async () => {
    const ana = await anOrganizer();
    const begun = await beginUpload(ana, { size: 3000, name: 'Noche de tango.mp4' });
    expect(begun.status).toBe(201);
    const path = begun.headers.get('location') ?? '';
    expect(path).toMatch(new RegExp(`^${uploadPath}/[0-9a-f-]{36}$`));
    expect(begun.headers.get('upload-expires')).toMatch(/GMT$/);
    expect(await askOffset(ana, path)).toBe(0);
    const first = await sendPart(ana, path, { offset: 0, body: bytes(2000, 1) });
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '2000']);
    expect(keptJobs()).toEqual([]);
    const last = await sendPart(ana, path, { offset: 2000, body: bytes(1000, 2) });
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, '3000']);
    const id = idOfUpload(path);
    expect(await call(assetsContract.getAsset, { as: ana, params: { id } })).toMatchObject({
      ...{ id, title: 'Noche de tango', fileName: 'Noche de tango.mp4', size: 3000 },
      ...{ state: 'processing', playable: false, progress: 0, refusal: null },
    });
    expect(keptJobs()).toEqual([{ name: 'encode-assets', payload: {} }]);
    expect(existsSync(uploadPathOf(id))).toBe(false);
    expect(await storage().read(receivedKey(id))).toEqual(
      Buffer.concat([bytes(2000, 1), bytes(1000, 2)]),
    );
    // Its browser may not have heard of the end.
    expect(await askOffset(ana, path)).toBe(3000);
    expect(await said(await sendPart(ana, path, { offset: 3000, body: bytes(1) }))).toEqual([
      409,
      'UPLOAD_OFFSET',
    ]);
  });

  it('goes on where a broken connection left it', async () => {
    const ana = await anOrganizer();
    const path = await aBegunUpload(ana, 400_000);
    const leaving = new AbortController();
    const half = new ReadableStream({
      start: (stream) => stream.enqueue(bytes(150_000)),
    });
    const broken = fetch(`${await listening()}${path}`, {
      method: 'PATCH',
      headers: {
        ...{ authorization: `Bearer ${ana.token}`, 'tus-resumable': '1.0.0' },
        ...{ 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      },
      body: half,
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit).catch(() => null);
    const written = () => statSync(uploadPathOf(idOfUpload(path))).size;
    await expect.poll(written, { timeout: 20_000, interval: 10 }).toBe(150_000);
    leaving.abort();
    await broken;
    expect(await askOffset(ana, path)).toBe(150_000);
    const rest = await sendPart(ana, path, { offset: 150_000, body: bytes(250_000) });
    expect(rest.status).toBe(204);
    expect((await assetRow(idOfUpload(path)))?.state).toBe('processing');
  });

  it('takes one of two requests that write at the same place, and loses and doubles nothing', async () => {
    const ana = await anOrganizer();
    const path = await aBegunUpload(ana, 200_000);
    const both = await Promise.all(
      [1, 2].map((fill) => sendPart(ana, path, { offset: 0, body: bytes(100_000, fill) })),
    );
    const codes = await Promise.all(
      both.map(async (answer) => (answer.status === 204 ? 204 : (await answer.json()).code)),
    );
    expect(codes.sort()).toEqual([204, 'UPLOAD_OFFSET']);
    expect(await askOffset(ana, path)).toBe(100_000);
    const winner = both[0]?.status === 204 ? 1 : 2;
    await sendPart(ana, path, { offset: 100_000, body: bytes(100_000, 3) });
    expect(await storage().read(receivedKey(idOfUpload(path)))).toEqual(
      Buffer.concat([bytes(100_000, winner), bytes(100_000, 3)]),
    );
  });

  it('goes on in another window while the first one holds its connection and is silent', async () => {
    const ana = await anOrganizer();
    const path = await aBegunUpload(ana, 2000);
    const silent = new ReadableStream({ start: (stream) => stream.enqueue(bytes(500)) });
    const first = sendPart(ana, path, { offset: 0, body: silent });
    const written = () => statSync(uploadPathOf(idOfUpload(path))).size;
    await expect.poll(written, { timeout: 20_000, interval: 10 }).toBe(500);
    // Asking takes the turn: the silent one is cut off, what came of it stays.
    expect(await askOffset(ana, path)).toBe(500);
    expect((await sendPart(ana, path, { offset: 500, body: bytes(1500) })).status).toBe(204);
    expect((await first).headers.get('upload-offset')).toBe('500');
  });

  it('is thrown away by whoever makes it', async () => {
    const ana = await anOrganizer();
    const path = await aBegunUpload(ana, 2000);
    await sendPart(ana, path, { offset: 0, body: bytes(500) });
    expect((await cancelUpload(ana, path)).status).toBe(204);
    expect(existsSync(uploadPathOf(idOfUpload(path)))).toBe(false);
    expect(await assetRow(idOfUpload(path))).toBe(null);
    expect(await askOffset(ana, path)).toBe(404);
    // Or had been put away, by a process that was killed before it said so.
    const stored = idOfUpload(await aBegunUpload(ana, 20));
    await storage().put(receivedKey(stored), bytes(20));
    await giveUpUpload(stored);
    expect(await storage().find(receivedKey(stored))).toBe(null);
    const done = await aBegunUpload(ana, 10);
    await sendPart(ana, done, { offset: 0, body: bytes(10) });
    expect(await said(await cancelUpload(ana, done))).toEqual([409, 'ASSET_STATE']);
  });

  it('is taken up again when its last byte had come and the process was killed before it said so', async () => {
    const ana = await anOrganizer();
    const path = await aBegunUpload(ana, 20);
    writeFileSync(uploadPathOf(idOfUpload(path)), bytes(20));
    expect(await askOffset(ana, path)).toBe(20);
    expect((await assetRow(idOfUpload(path)))?.state).toBe('processing');
    // Or killed after the file had been put away.
    const other = idOfUpload(await aBegunUpload(ana, 20));
    await storage().put(receivedKey(other), bytes(20));
    expect(await askOffset(ana, `${uploadPath}/${other}`)).toBe(20);
    expect((await assetRow(other))?.state).toBe('processing');
  });
});

describe('while the last bytes of an upload are put away', () => {
  /** What becomes of it when this happens once its file is in the storage. */
  async function putAway(meanwhile: (id: string) => Promise<unknown>) {
    const id = idOfUpload(await aBegunUpload(await anOrganizer(), 20));
    writeFileSync(uploadPathOf(id), bytes(20));
    const whole = storage();
    if (!whole.near) throw new Error('the storage of stories is a folder');
    const take = async (key: string, path: string) => {
      await whole.near?.take(key, path);
      await meanwhile(id);
    };
    useStorage({ ...whole, near: { ...whole.near, take } });
    const isReceived = await receiveUpload(id).finally(() => useStorage(whole));
    return [isReceived, (await storage().find(receivedKey(id)))?.size ?? null];
  }

  it('another process may take it up: its film stays', async () => {
    const move = { from: 'uploading', to: 'processing', at: nowText() } as const;
    expect(await putAway((id) => moveAsset(db(), { id, ...move }))).toEqual([true, 20]);
  });

  it('its owner may give it up: nothing stays', async () => {
    expect(await putAway((id) => removeUnfinished(db(), id))).toEqual([false, null]);
  });
});

describe('an upload is refused', () => {
  it('to whoever does not organize, and to whoever is nobody', async () => {
    const begin = (as?: { token: string }) => beginUpload(as, { size: 10 });
    expect(await said(await begin())).toEqual([401, 'NOT_LOGGED_IN']);
    expect(await said(await begin(await aViewer()))).toEqual([403, 'FORBIDDEN']);
    expect((await begin(await anAdmin())).status).toBe(201);
  });

  it('to everybody but its owner, as if it were not there', async () => {
    const [ana, leo] = [await anOrganizer(), await anOrganizer()];
    const path = await aBegunUpload(ana, 100);
    for (const stranger of [leo, await anAdmin()]) {
      expect(await askOffset(stranger, path)).toBe(404);
      const part = await sendPart(stranger, path, { offset: 0, body: bytes(100) });
      expect(await said(part)).toEqual([404, 'SERVER_ERROR_NOT_FOUND']);
      expect((await cancelUpload(stranger, path)).status).toBe(404);
    }
    expect(await askOffset(ana, path)).toBe(0);
    expect(await askOffset(undefined, path)).toBe(401);
  });

  it('also when the address of an own one goes on with theirs', async () => {
    const [ana, leo] = [await anOrganizer(), await anOrganizer()];
    const theirs = await aBegunUpload(ana, 100);
    const path = await aBegunUpload(leo, 200);
    const both = `${path}?as=/${idOfUpload(theirs)}`;
    await sendPart(leo, both, { offset: 0, body: bytes(50) });
    expect(await askOffset(ana, theirs)).toBe(0);
    expect(await askOffset(leo, both)).toBe(50);
  });

  it.each(['x', '..%2f..%2fetc', crypto.randomUUID()])(
    'under the unknown name %s',
    async (name) => {
      expect(await askOffset(await anOrganizer(), `${uploadPath}/${name}`)).toBe(404);
    },
  );

  it('when its size is not said, or is none, or is above three gigabytes', async () => {
    const ana = await anOrganizer();
    const outcome = async (size: number | null, headers = {}) =>
      said(await beginUpload(ana, { size, headers }));
    expect(await outcome(null)).toEqual([400, 'UPLOAD_LENGTH']);
    expect(await outcome(null, { 'upload-defer-length': '1' })).toEqual([400, 'UPLOAD_LENGTH']);
    expect(await outcome(0)).toEqual([400, 'UPLOAD_LENGTH']);
    expect(await outcome(uploadLimits.file + 1)).toEqual([413, 'UPLOAD_TOO_LARGE']);
    expect((await beginUpload(ana, { size: uploadLimits.file })).status).toBe(201);
  });

  it('in what goes beyond the size that was said', async () => {
    const ana = await anOrganizer();
    const path = await aBegunUpload(ana, 100);
    expect((await sendPart(ana, path, { offset: 0, body: bytes(101) })).status).toBe(400);
    const unsaid = new ReadableStream({
      start: (stream) => {
        stream.enqueue(bytes(60_000));
        stream.close();
      },
    });
    expect((await sendPart(ana, path, { offset: 0, body: unsaid })).status).toBe(400);
    expect(await askOffset(ana, path)).toBeLessThanOrEqual(100);
  });

  it('when twenty others have begun and not ended', async () => {
    const ana = await anOrganizer();
    for (let i = 0; i < uploadLimits.open - 1; i += 1) await anAsset(ana, { state: 'uploading' });
    // Of two at the same time one finds the last place.
    const both = await Promise.all([1, 2].map(() => beginUpload(ana, { size: 10 })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await said(await beginUpload(ana, { size: 10 }))).toEqual([409, 'UPLOADS_OPEN']);
  });

  it('above fifty gigabytes within a day', async () => {
    const ana = await anOrganizer();
    await anAsset(ana, { size: uploadLimits.day - 1000 });
    await anAsset(ana, { size: uploadLimits.day, createdAt: '2026-01-01T00:00:00Z' });
    expect((await beginUpload(ana, { size: 1000 })).status).toBe(201);
    expect(await said(await beginUpload(ana, { size: 1 }))).toEqual([429, 'UPLOAD_QUOTA']);
    expect((await beginUpload(await anOrganizer(), { size: 1 })).status).toBe(201);
  });

  it('when it speaks another protocol, or sends another kind of body', async () => {
    const ana = await anOrganizer();
    const old = await beginUpload(ana, { size: 10, headers: { 'tus-resumable': '0.2.2' } });
    expect(old.status).toBe(400);
    const joined = await beginUpload(ana, { size: 10, headers: { 'upload-concat': 'partial' } });
    expect(await said(joined)).toEqual([400, 'BAD_REQUEST']);
    const path = await aBegunUpload(ana, 10);
    const form = await fetch(`${await listening()}${path}`, {
      method: 'PATCH',
      headers: {
        ...{ authorization: `Bearer ${ana.token}`, 'tus-resumable': '1.0.0' },
        ...{ 'upload-offset': '0', 'content-type': 'application/json' },
      },
      body: '{}',
    });
    expect(form.status).toBeGreaterThan(399);
    expect(await askOffset(ana, path)).toBe(0);
  });
});

describe('every night', () => {
  it('uploads go that began a week ago and are not whole, with files that nobody knows', async () => {
    const ana = await anOrganizer();
    const fresh = await aBegunUpload(ana, 100);
    await sendPart(ana, fresh, { offset: 0, body: bytes(50) });
    const old = await aBegunUpload(ana, 100);
    await sendPart(ana, old, { offset: 0, body: bytes(50) });
    const whole = await aBegunUpload(ana, 100);
    writeFileSync(uploadPathOf(idOfUpload(whole)), bytes(100));
    mkdirSync(uploadsFolder(), { recursive: true });
    const stray = crypto.randomUUID();
    writeFileSync(uploadPathOf(stray), 'x');
    await db()
      .updateTable('assets')
      .set({ created_at: '2026-01-01T00:00:00Z' })
      .where('id', 'in', [old, whole].map(idOfUpload))
      .execute();
    expect(await said(await sendPart(ana, old, { offset: 50, body: bytes(50) }))).toEqual([
      410,
      'UPLOAD_GONE',
    ]);
    await enqueueSweep();
    await runKeptJobs();
    expect(await assetRow(idOfUpload(old))).toBe(null);
    expect(existsSync(uploadPathOf(idOfUpload(old)))).toBe(false);
    expect(existsSync(uploadPathOf(stray))).toBe(false);
    expect(await askOffset(ana, fresh)).toBe(50);
    expect((await assetRow(idOfUpload(whole)))?.state).not.toBe('uploading');
  });
});
