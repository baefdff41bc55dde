import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { mediaContract, type Picture } from '#contract/media.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { anUpload, aPicture, aPictureFile } from '#test/factories/media.ts';
import { app, refusal, send } from '#test/story.ts';
import { demandOwnImage, picturesByIds } from './index.ts';

const sendFile = async (as: Someone, file: Buffer, more = {}) => {
  const { headers, body } = anUpload(file, more);
  return send(mediaContract.uploadImage, { as, headers, body: body as never });
};
const upload = async (as: Someone, file: Buffer): Promise<Picture> => {
  const response = await sendFile(as, file);
  expect(response.statusCode).toBe(201);
  return response.json();
};
const outcome = async (file: Buffer, more = {}) => {
  const response = await sendFile(await aViewer(), file, more);
  return [response.statusCode, response.json().code];
};
const get = async (url: string, headers = {}) =>
  (await app()).inject({ method: 'GET', url, headers });

/** A PNG that claims more pixels than any machine should unpack, in a few bytes. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.from('000000000000000008000000 00'.replace(' ', ''), 'hex');
  head.writeUInt32BE(15_000, 0);
  head.writeUInt32BE(15_000, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(15_001 * 200))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('uploading a picture', () => {
  it('makes it in AVIF, WebP and JPEG at every width that the source can fill', async () => {
    const viewer = await aViewer();
    const picture = await upload(viewer, await aPictureFile({ width: 1300, height: 770 }));
    expect(picture).toEqual({
      id: expect.any(String),
      width: 1300,
      height: 770,
      widths: [320, 640, 1100, 1300],
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
    });
    for (const [type, format] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
      ['jpg', 'jpeg'],
    ]) {
      const response = await get(`/images/${picture.id}/640.${type}`);
      const found = await sharp(response.rawPayload).metadata();
      expect([found.format, found.width]).toEqual([format, 640]);
    }
  });

  it('takes PNG too, whatever its name says', async () => {
    const file = await aPictureFile({ format: 'png' });
    const response = await sendFile(await aViewer(), file, { name: '../../x.php' });
    expect(response.statusCode).toBe(201);
  });

  it('takes a very narrow one', async () => {
    const file = await aPictureFile({ width: 1, height: 16_000, format: 'png' });
    expect(await upload(await aViewer(), file)).toMatchObject({ width: 1, height: 16_000 });
  });

  it('drops what the camera wrote and turns the picture upright', async () => {
    const file = await sharp(await aPictureFile({ width: 400, height: 200 }))
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '41/1 23/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const picture = await upload(await aViewer(), file);
    expect([picture.width, picture.height]).toEqual([200, 400]);
    const served = await get(`/images/${picture.id}/200.jpg`);
    const found = await sharp(served.rawPayload).metadata();
    expect([found.exif, found.orientation, found.height]).toEqual([undefined, undefined, 400]);
  });

  it('refuses what is not a whole JPG or PNG picture', async () => {
    const whole = await aPictureFile({ width: 900, height: 500 });
    const png = await aPictureFile({ format: 'png' });
    const gif = await sharp(whole).gif().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const hostile: Record<string, Buffer> = {
      svg,
      gif,
      text: Buffer.from('hello'),
      nothing: Buffer.alloc(0),
      truncated: whole.subarray(0, whole.length - 400),
      'truncated png': png.subarray(0, png.length - 30),
      'a start alone': whole.subarray(0, 20),
      'a page behind a picture': Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')]),
      'an archive behind a picture': Buffer.concat([png, Buffer.from('PK\u0003\u0004rest')]),
      'an archive that ends as a picture': Buffer.concat([png, Buffer.from('PK\u0003\u0004IEND')]),
      'a bomb': bomb(),
    };
    for (const [name, file] of Object.entries(hostile)) {
      expect([name, ...(await outcome(file))]).toEqual([name, 422, 'IMAGE_FORMAT']);
    }
  });

  it('refuses more than 8 MB', async () => {
    const file = Buffer.concat([await aPictureFile(), Buffer.alloc(8 * 1024 * 1024)]);
    expect(await outcome(file)).toEqual([413, 'IMAGE_TOO_LARGE']);
  });

  it('refuses a form without the file, and what is no form', async () => {
    expect(await outcome(await aPictureFile(), { field: 'other' })).toEqual([422, 'IMAGE_MISSING']);
    const as = await aViewer();
    expect(await refusal(mediaContract.uploadImage, { as })).toMatchObject({ status: 415 });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of ['--x\r\ncontent-disp', '', '--x--\r\n', 'nonsense']) {
      const given = { as, headers, body: body as never };
      const response = await send(mediaContract.uploadImage, given);
      expect([400, 422]).toContain(response.statusCode);
    }
  });

  it('is for people who are logged in', async () => {
    const { headers, body } = anUpload(await aPictureFile());
    const given = { headers, body: body as never };
    expect(await refusal(mediaContract.uploadImage, given)).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });
});

describe('a picture served', () => {
  it('never changes, so it may be kept for ever', async () => {
    const { id } = await aPicture({ owner: await aViewer() });
    const first = await get(`/images/${id}/320.webp`);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const again = await get(`/images/${id}/320.webp`, { 'if-none-match': first.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is not found at any other address', async () => {
    const { id } = await aPicture({ owner: await aViewer() });
    for (const path of [
      `/images/${id}/321.webp`,
      `/images/${id}/320.svg`,
      `/images/${id}/..%2f..%2fsecret.key`,
      `/images/..%2f${id}/320.webp`,
      `/images/${crypto.randomUUID()}/320.webp`,
    ]) {
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
    }
  });
});

describe('pictures for other areas', () => {
  it('come in one query however many, without the unknown ones', async () => {
    const owner = await aViewer();
    const pictures = [await aPicture({ owner }), await aPicture({ owner })];
    const ids = [null, crypto.randomUUID(), ...pictures.map(({ id }) => id)];
    const found = await picturesByIds(db(), ids);
    expect([...found.values()].sort(byId)).toEqual(pictures.sort(byId));
    expect(await countQueries(() => picturesByIds(db(), ids))).toBe(1);
    expect(await countQueries(() => picturesByIds(db(), [null]))).toBe(0);
  });

  it('may be used by who uploaded them and by administrators', async () => {
    const owner = await aViewer();
    const { id } = await aPicture({ owner });
    const acting = (someone: Someone, roles: string[]) => ({ ...someone, roles }) as never;
    const mine = demandOwnImage(db(), acting(owner, ['USER']), id);
    await expect(mine).resolves.toBe(undefined);
    const admins = demandOwnImage(db(), acting(await anAdmin(), ['ADMIN']), id);
    await expect(admins).resolves.toBe(undefined);
    for (const image of [id, crypto.randomUUID()]) {
      const others = demandOwnImage(db(), acting(await aViewer(), ['USER']), image);
      await expect(others).rejects.toMatchObject({ code: 'IMAGE_MISSING' });
    }
  });
});

const byId = (a: Picture, b: Picture) => a.id.localeCompare(b.id);
