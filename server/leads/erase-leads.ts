import type { Db } from '#server/platform/database/index.ts';
import { leaveLines } from './join-line.ts';
import { eraseLeads } from './leads.store.ts';

/** Nothing personal of a deleted person, or of the address, stays; what was held for them is free. */
export async function eraseLeadsOf(
  tx: Db,
  erased: { userId: string; address: string },
): Promise<void> {
  await leaveLines(tx, erased);
  await eraseLeads(tx, erased);
}
