import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { app } from '#test/story.ts';
import { beginDemo, finishDemo } from './index.ts';
import { demoChannels, demoShows } from './shows.ts';

class Interrupted extends Error {}

/** The application until somebody presses Ctrl+C: after so many calls nothing is answered. */
function interrupted(http: FastifyInstance, after: number): FastifyInstance {
  let calls = 0;
  const inject = (...given: Parameters<FastifyInstance['inject']>) => {
    calls += 1;
    if (calls > after) throw new Interrupted();
    return http.inject(...given);
  };
  return { inject } as unknown as FastifyInstance;
}

async function countAll() {
  const count = async (table: 'users' | 'channels' | 'tickets') =>
    (
      await db()
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;
  const products = await db().selectFrom('products').select(['status', 'featured']).execute();
  return {
    users: await count('users'),
    channels: await count('channels'),
    products: products.length,
    tickets: await count('tickets'),
    drafts: products.filter(({ status }) => status === 'draft').length,
    featured: products.filter(({ featured }) => featured).length,
  };
}

describe('a first start that is interrupted', () => {
  it('is gone on with by the next, until the demonstration is whole, and then never again', async () => {
    const http = await app();
    // No engine here: what is to be recorded is turned away at once.
    overrideConfig({ RTMP_PORT: 9 });
    for (const calls of [3, 9, 24]) {
      await expect(beginDemo(interrupted(http, calls))).rejects.toThrow(Interrupted);
    }
    expect(await beginDemo(http)).toBe(true);
    for (const calls of [12, 20]) {
      await expect(finishDemo(interrupted(http, calls))).rejects.toThrow(Interrupted);
      expect(await beginDemo(http)).toBe(true);
    }
    // As if the last one had ended between publishing and putting first.
    await db().updateTable('products').set({ featured: false }).execute();
    await finishDemo(http);
    expect(await countAll()).toEqual({
      users: 5,
      channels: demoChannels.length,
      products: demoShows.length,
      tickets: 6,
      drafts: demoShows.filter(({ status }) => status === 'draft').length,
      featured: demoShows.filter(({ featured }) => featured).length,
    });
    const brought = await db()
      .selectFrom('order_lines as l')
      .innerJoin('affiliates as a', 'a.id', 'l.affiliate_id')
      .select('a.code')
      .orderBy('a.code')
      .execute();
    expect(brought.map(({ code }) => code)).toEqual(['RADIO-BAHIA', 'VIZINHANCA']);
    expect(await beginDemo(http)).toBe(false);
  }, 240_000);

  it('is not begun where somebody has been', async () => {
    await db().deleteFrom('demo_run').execute();
    expect(await beginDemo(await app())).toBe(false);
  });
});
