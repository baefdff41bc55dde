import type { Db } from '#server/platform/database/index.ts';
import { listTaken } from './refund-lines.store.ts';
import { decideRequest } from './refund-requests.store.ts';
import { isGranted } from './refunds.rules.ts';
import { sumRefunds } from './refunds.store.ts';

type Given = { id: string; total: number };

/**
 * What a buyer asked for is granted when all of it has been given back or is on its way; until then it
 * stays open, whatever part has gone. Called where a refund was just written down.
 */
export async function grantIfAllBack(
  tx: Db,
  { id, total }: Given,
  { by, at }: { by: string | null; at: string },
): Promise<void> {
  const { asked } = await sumRefunds(tx, id);
  const taken = [...(await listTaken(tx, id)).values()].reduce((sum, one) => sum + one, 0);
  if (isGranted({ total, given: asked, taken })) {
    await decideRequest(tx, id, { to: 'granted', by, at });
  }
}
