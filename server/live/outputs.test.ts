import { beforeAll, describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { type BroadcastOutput, liveContract, mostOutputs } from '#contract/live.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { app, call, refusal } from '#test/story.ts';

const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };
const youtube = {
  name: 'YouTube',
  url: 'rtmps://a.rtmps.youtube.com/live2',
  key: 'abcd-efgh-ijkl-mnop',
};

beforeAll(async () => {
  await app();
});

type Place = { owner: Someone; slug: string };
const about = ({ owner, slug }: Place) =>
  call(liveContract.getBroadcast, { as: owner, params: { slug } });
const add = ({ owner, slug }: Place, more: Partial<typeof youtube> = {}) =>
  call(liveContract.addOutput, { as: owner, params: { slug }, body: { ...youtube, ...more } });

/** A product with one output. */
async function anOutput() {
  const product = await aProduct();
  const { outputs } = await add(product);
  const [output] = outputs;
  if (!output) throw new Error('no output');
  const params = { slug: product.slug, id: output.id };
  return { ...product, output, params };
}

const rowsOf = (productId: string) =>
  db().selectFrom('broadcast_outputs').selectAll().where('product_id', '=', productId).execute();

describe('an output of a show', () => {
  it('waits for the show, and shows of its key the last four characters alone', async () => {
    const product = await aProduct();
    expect(await about(product)).toMatchObject({ outputs: [], can: { addOutput: true } });
    const answer = await add(product);
    const shown: Omit<BroadcastOutput, 'id'> = {
      name: 'YouTube',
      url: 'rtmps://a.rtmps.youtube.com/live2',
      keyEnds: 'mnop',
      enabled: true,
      duringRehearsals: false,
      state: 'waiting',
      reason: null,
      since: null,
      nextTryAt: null,
      can: { switchOn: false, switchOff: true, change: true, remove: true },
    };
    expect(answer.outputs).toEqual([{ ...shown, id: expect.any(String) }]);
    const seen = await about(product);
    expect(seen.outputs).toEqual(answer.outputs);
    expect(JSON.stringify(seen)).not.toContain(youtube.key);
  });

  it('keeps its key sealed', async () => {
    const { id } = await anOutput();
    const [row] = await rowsOf(id);
    expect(row?.sealed_key.length).toBeGreaterThan(youtube.key.length);
    expect(JSON.stringify(row)).not.toContain(youtube.key);
    expect(row?.sealed_key.toString('latin1')).not.toContain('abcd');
  });

  it('is switched off and on, renamed, and removed', async () => {
    const { owner, params, id, ...rest } = await anOutput();
    const change = (body: object) => call(liveContract.changeOutput, { as: owner, params, body });
    const can = { change: true, remove: true };
    expect((await change({ enabled: false })).outputs).toMatchObject([
      { state: 'off', enabled: false, can: { ...can, switchOn: true, switchOff: false } },
    ]);
    expect((await change({ enabled: true, duringRehearsals: true })).outputs).toMatchObject([
      { state: 'waiting', enabled: true, duringRehearsals: true },
    ]);
    expect((await change({ name: 'Our channel' })).outputs).toMatchObject([
      { name: 'Our channel', url: youtube.url, keyEnds: 'mnop' },
    ]);
    expect((await change({})).outputs).toEqual((await about({ owner, ...rest })).outputs);
    expect((await call(liveContract.removeOutput, { as: owner, params })).outputs).toEqual([]);
    expect(await rowsOf(id)).toEqual([]);
    expect(await refusal(liveContract.removeOutput, { as: owner, params })).toEqual(notFound);
  });

  it('gets another key by typing it, and another address only with its key', async () => {
    const { owner, params } = await anOutput();
    const given = { as: owner, params };
    const body = { key: 'another-key-9876' };
    expect((await call(liveContract.changeOutput, { ...given, body })).outputs).toMatchObject([
      { keyEnds: '9876' },
    ]);
    const elsewhere = { url: 'rtmp://live.twitch.tv/app' };
    expect(await refusal(liveContract.changeOutput, { ...given, body: elsewhere })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { key: 'required' },
    });
    const both = { ...elsewhere, key: 'live_1234_abcdefgh' };
    expect((await call(liveContract.changeOutput, { ...given, body: both })).outputs).toMatchObject(
      [{ url: elsewhere.url, keyEnds: 'efgh' }],
    );
  });

  it('says when its key cannot be opened any more, and is not switched on without it', async () => {
    const { owner, params, id, slug } = await anOutput();
    // As after a new SECRET_KEY.
    await db()
      .updateTable('broadcast_outputs')
      .set({ sealed_key: Buffer.alloc(80, 1) })
      .where('product_id', '=', id)
      .execute();
    expect((await about({ owner, slug })).outputs).toMatchObject([
      { state: 'refused', reason: { code: 'key_lost', said: '' }, keyEnds: '' },
    ]);
    const given = { as: owner, params };
    await call(liveContract.changeOutput, { ...given, body: { enabled: false } });
    expect(await refusal(liveContract.changeOutput, { ...given, body: { enabled: true } })).toEqual(
      {
        status: 422,
        code: 'VALIDATION',
        fields: { key: 'required' },
      },
    );
    const body = { enabled: true, key: youtube.key };
    expect((await call(liveContract.changeOutput, { ...given, body })).outputs).toMatchObject([
      { state: 'waiting', reason: null, keyEnds: 'mnop' },
    ]);
  });

  it('goes with a draft that is deleted', async () => {
    const product = await aProduct({ status: 'draft' });
    await add(product);
    const other = await anOutput();
    const { owner, slug } = product;
    await call(catalogContract.deleteProduct, { as: owner, params: { slug } });
    expect(await rowsOf(product.id)).toEqual([]);
    expect(await rowsOf(other.id)).toHaveLength(1);
  });
});

describe('who may touch the outputs of a show', () => {
  it('is its organizer, and an administrator', async () => {
    const { params } = await anOutput();
    const as = await anAdmin();
    const body = { enabled: false };
    expect((await call(liveContract.changeOutput, { as, params, body })).outputs).toMatchObject([
      { state: 'off' },
    ]);
    expect((await call(liveContract.removeOutput, { as, params })).outputs).toEqual([]);
    const { slug } = params;
    const added = await call(liveContract.addOutput, { as, params: { slug }, body: youtube });
    expect(added.outputs).toHaveLength(1);
  });

  it.each<[string, () => Promise<Someone | null>, object]>([
    ['not another organizer', anOrganizer, notFound],
    ['not a viewer', aViewer, { status: 403, code: 'FORBIDDEN' }],
    ['not a visitor', async () => null, { status: 401, code: 'NOT_LOGGED_IN' }],
  ])('is %s', async (_who, somebody, refused) => {
    const { params, slug, id } = await anOutput();
    const one = await somebody();
    const who = one ? { as: one } : {};
    const before = await rowsOf(id);
    const body = { enabled: false };
    expect([
      await refusal(liveContract.addOutput, { ...who, params: { slug }, body: youtube }),
      await refusal(liveContract.changeOutput, { ...who, params, body }),
      await refusal(liveContract.removeOutput, { ...who, params }),
    ]).toEqual([refused, refused, refused]);
    expect(await rowsOf(id)).toEqual(before);
  });

  it('reaches no output by the name of another show of their own', async () => {
    const { owner, output, id } = await anOutput();
    const other = await aProduct({ owner });
    const given = { as: owner, params: { slug: other.slug, id: output.id } };
    const body = { enabled: false };
    expect(await refusal(liveContract.changeOutput, { ...given, body })).toEqual(notFound);
    expect(await refusal(liveContract.removeOutput, given)).toEqual(notFound);
    expect(await rowsOf(id)).toMatchObject([{ is_enabled: true }]);
  });

  it('has none for a product that is not transmitted', async () => {
    const { owner, slug } = await aProduct({ type: 'vod' });
    const given = { as: owner, params: { slug }, body: youtube };
    expect(await refusal(liveContract.addOutput, given)).toEqual(notFound);
  });
});

describe('the outputs of a show', () => {
  it('are ten at most, also when twelve are added at the same instant', async () => {
    const product = await aProduct();
    const { owner, slug, id } = product;
    const answers = await Promise.allSettled(
      Array.from({ length: mostOutputs + 2 }, (_, index) =>
        add(product, { name: `Server ${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(mostOutputs);
    expect(await rowsOf(id)).toHaveLength(mostOutputs);
    const seen = await about(product);
    expect(seen.can.addOutput).toBe(false);
    const full = { status: 409, code: 'OUTPUT_LIMIT' };
    const given = { as: owner, params: { slug }, body: youtube };
    expect(await refusal(liveContract.addOutput, given)).toEqual(full);
    const [first] = seen.outputs;
    const params = { slug, id: first?.id ?? '' };
    await call(liveContract.removeOutput, { as: owner, params });
    expect((await add(product)).outputs).toHaveLength(mostOutputs);
  });
});

describe('the address of an output', () => {
  let product: Place;
  beforeAll(async () => {
    product = await aProduct();
  });
  const refuseUrl = (url: string, more: { key?: string; name?: string } = {}) => {
    const { owner, slug } = product;
    const body = { ...youtube, url, ...more };
    return refusal(liveContract.addOutput, { as: owner, params: { slug }, body });
  };
  const fields = { url: 'invalid' };

  it.each([
    'http://example.com/live',
    'rtmp://example.com',
    'rtmp://me:secret@example.com/live',
    'a.rtmp.youtube.com/live2',
  ])('is one of a streaming server, not %s', async (url) => {
    expect(await refuseUrl(url)).toEqual({ status: 422, code: 'OUTPUT_ADDRESS_INVALID', fields });
  });

  it.each([
    'rtmp://127.0.0.1/live',
    'rtmp://2130706433/live',
    'rtmp://0x7f.0.0.1/live',
    'rtmp://[::1]/live',
    'rtmp://[::ffff:192.168.0.1]/live',
    'rtmp://localhost:6379/live',
    'rtmps://169.254.169.254/latest',
  ])('does not lead inside: %s', async (url) => {
    expect(await refuseUrl(url)).toEqual({ status: 422, code: 'OUTPUT_ADDRESS_REFUSED', fields });
  });

  it('does not lead back to where our own encoders stream to', async () => {
    const { PUBLIC_URL, RTMP_PORT } = config();
    const own = `rtmp://${new URL(PUBLIC_URL).hostname}:${RTMP_PORT}/live`;
    expect(await refuseUrl(own)).toMatchObject({ code: 'OUTPUT_ADDRESS_REFUSED' });
  });

  it('is looked at again when it is changed', async () => {
    const { owner, params } = await anOutput();
    const body = { url: 'rtmp://10.0.0.1/live', key: youtube.key };
    expect(await refusal(liveContract.changeOutput, { as: owner, params, body })).toMatchObject({
      code: 'OUTPUT_ADDRESS_REFUSED',
    });
  });

  it('is at most 300 characters long, its name 60', async () => {
    const long = `rtmp://8.8.8.8/${'a'.repeat(300)}`;
    expect(await refuseUrl(long)).toMatchObject({ fields: { url: 'too_long' } });
    expect(await refuseUrl(youtube.url, { name: 'n'.repeat(61) })).toMatchObject({
      fields: { name: 'too_long' },
    });
    expect(await refuseUrl(youtube.url, { name: '  ', key: '' })).toMatchObject({
      fields: { name: 'required', key: 'required' },
    });
  });
});
