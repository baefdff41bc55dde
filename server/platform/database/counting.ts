import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent } from 'kysely';

const counter = new AsyncLocalStorage<{ queries: number }>();

/** Kysely's log hook: counts into the surrounding `countQueries`, if there is one. */
export function countQuery(event: LogEvent): void {
  const count = counter.getStore();
  if (count && event.level === 'query') count.queries += 1;
}

/** How many statements `work` sent: lists must need as many for three rows as for one. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const count = { queries: 0 };
  await counter.run(count, work);
  return count.queries;
}
