import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { liveContract } from '#contract/live.ts';
import { db } from '#server/platform/database/index.ts';
import type { Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aShow } from '#test/factories/player.ts';
import { Publisher } from '#test/publisher.ts';
import { app, call } from '#test/story.ts';
import { startLiveEngine, stopLiveEngine } from './start-engine.ts';

let port = 0;
const publishers: Publisher[] = [];

beforeAll(async () => {
  await app();
  ({ port } = await startLiveEngine({ port: 0, watchMs: 60_000 }));
});
afterEach(() => {
  for (const publisher of publishers.splice(0)) publisher.close();
});
afterAll(() => stopLiveEngine());

async function publish(key: string, asked = {}): Promise<Publisher> {
  const publisher = await Publisher.open(port, key, asked);
  publishers.push(publisher);
  return publisher;
}

async function keyOf({ owner, slug }: { owner: Someone; slug: string }): Promise<string> {
  const given = { as: owner, params: { slug } };
  return (await call(liveContract.getBroadcast, given)).streamKey;
}

async function replacedKey(): Promise<string> {
  const product = await aProduct();
  const key = await keyOf(product);
  const given = { as: product.owner, params: { slug: product.slug } };
  await call(liveContract.rotateKey, { ...given, body: { role: 'main' } });
  return key;
}

async function keyOfBlocked(): Promise<string> {
  const product = await aProduct();
  const key = await keyOf(product);
  await db()
    .updateTable('users')
    .set({ blocked_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', product.owner.id)
    .execute();
  return key;
}

async function keyOfCancelled(): Promise<string> {
  const show = await aShow({ air: 'nothing' });
  await db()
    .updateTable('product_sessions')
    .set({
      cancelled_at: '2026-01-01T00:00:00Z',
      cancelled_by: show.owner.id,
      cancel_reason: 'The soprano is ill.',
    })
    .where('id', '=', show.sessionId)
    .execute();
  return keyOf(show);
}

async function keyInUse(): Promise<string> {
  const key = await keyOf(await aProduct());
  expect((await publish(key)).heard.includes('NetStream.Publish.Start')).toBe(true);
  return key;
}

const banned = async (status: 'draft' | 'published') =>
  keyOf(await aProduct({ status, channel: await aChannel({ state: 'banned' }) }));
const statusesOf = ({ heard }: Publisher): string[] =>
  heard.toString('latin1').match(/NetStream\.Publish\.\w+/g) ?? [];

describe('an encoder that is refused', () => {
  const badName = ['NetStream.Publish.BadName', 'NetStream.Publish.Denied'];
  const denied = ['NetStream.Publish.Denied'];

  it.each<[string, () => Promise<string>, string[], string]>([
    ['an unknown key', async () => 'live_0', badName, 'This stream key is not known.'],
    ['no key', async () => '', badName, 'This stream key is not known.'],
    ['a key that was replaced', replacedKey, badName, 'This stream key is not known.'],
    ['a key that is in use', keyInUse, badName, 'This stream key is already in use.'],
    [
      'a key after the end',
      async () => keyOf(await aShow({ air: 'over' })),
      denied,
      'This broadcast has ended. Start it again on the product page.',
    ],
    ['a blocked owner', keyOfBlocked, denied, 'This stream key may not be used now.'],
    ['a banned channel', () => banned('published'), denied, 'The channel is not published.'],
    [
      'a draft that may not be tried out',
      () => banned('draft'),
      denied,
      'Publish the product before you stream to it.',
    ],
    ['a cancelled showing', keyOfCancelled, denied, 'This showing was cancelled.'],
  ])('hears why, and is sent away: %s', async (_what, keyFor, statuses, sentence) => {
    const key = await keyFor();
    const broadcasts = () => db().selectFrom('broadcasts').select('id').orderBy('id').execute();
    const before = await broadcasts();
    const publisher = await publish(key);
    await publisher.end();
    expect(statusesOf(publisher)).toEqual(statuses);
    const said = publisher.heard.toString('latin1').split(sentence).length - 1;
    expect(said).toBe(statuses.length);
    expect(await broadcasts()).toEqual(before);
  });

  it('hears that its key is unknown when it knocks at another door than live', async () => {
    const publisher = await publish(await keyOf(await aProduct()), { app: 'other' });
    await publisher.end();
    expect(statusesOf(publisher)).toEqual(badName);
  });
});
