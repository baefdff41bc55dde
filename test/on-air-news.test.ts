import { expect, it } from 'vitest';
import { endBroadcast } from '#server/live/follow-broadcast.ts';
import { listeners, type SystemMessage } from '#server/notices/push.ts';
import { db } from '#server/platform/database/index.ts';
import { aProduct } from './factories/catalog.ts';
import { app } from './story.ts';

it('every open page hears that a show has gone off the air, once it is so', async () => {
  await app();
  const { id } = await aProduct();
  const { id: broadcastId } = await db()
    .insertInto('broadcasts')
    .values({ product_id: id, state: 'live', started_at: '2030-06-01T18:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const heard: string[] = [];
  const hear = ({ payload }: SystemMessage) => heard.push(payload.type);
  listeners.on('system', hear);
  const end = { endedAt: '2030-06-01T19:00:00Z', reason: 'stopped' } as const;
  await endBroadcast(broadcastId, end);
  expect(heard).toEqual(['refresh']);
  // What is over is not over again.
  await endBroadcast(broadcastId, end);
  expect(heard).toEqual(['refresh']);
  listeners.off('system', hear);
});
