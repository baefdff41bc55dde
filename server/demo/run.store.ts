import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';

/** How far the demonstration is; null when it was never begun here. */
export async function findDemoRun(): Promise<'begun' | 'finished' | null> {
  const row = await db().selectFrom('demo_run').select('finished_at').executeTakeFirst();
  if (!row) return null;
  return row.finished_at === null ? 'begun' : 'finished';
}

export async function writeDemoBegun(): Promise<void> {
  await db()
    .insertInto('demo_run')
    .values({ begun_at: nowText() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function writeDemoFinished(): Promise<void> {
  await db().updateTable('demo_run').set({ finished_at: nowText() }).execute();
}
