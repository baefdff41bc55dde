import { db, sql } from '#server/platform/database/index.ts';

/**
 * Comes back once some transaction of this database waits for another one (or so many of them do); sooner
 * when `done` comes first, which is meant to wait and does not.
 */
export async function somebodyWaits(done: Promise<unknown>, count = 1): Promise<void> {
  let isDone = false;
  const note = () => {
    isDone = true;
  };
  done.then(note, note);
  while (!isDone) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
    if (rows.length >= count) return;
  }
}

/**
 * A point where the first `size` who come wait for each other; who comes later walks through. A
 * control puts it between the look and the write, so that several have looked before one writes,
 * whatever the machine is doing. `size` stays below the connections of the pool.
 */
export function meeting(size: number): () => Promise<void> {
  let here = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    here += 1;
    if (here >= size) open();
    await opened;
  };
}
