import type { SessionForm } from '#contract/catalog.ts';
import { now } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { readSession } from './forms.rules.ts';
import { addSessionRow } from './sessions.store.ts';

/**
 * Reads a typed showing and adds it. What is wrong stands under the name of its field:
 * SESSION_TIME_INVALID for an hour that the clocks skip, VALIDATION for one that is over, taken by
 * another showing of the product, or no time at all.
 */
export async function writeSession(
  tx: Db,
  { productId, form, field }: { productId: string; form: SessionForm; field: string },
): Promise<void> {
  const read = readSession(form, now());
  if (read.fault) {
    const code = read.fault === 'time_missing' ? 'SESSION_TIME_INVALID' : 'VALIDATION';
    refuse(code, { fields: { [field]: read.fault } });
  }
  const added = await addSessionRow(tx, {
    product_id: productId,
    starts_at: read.startsAt,
    zone: form.zone,
    duration_minutes: form.durationMinutes,
    capacity: form.capacity,
  });
  // Two showings of one product at one instant cannot be told apart.
  if (!added) refuse('VALIDATION', { fields: { [field]: 'time_taken' } });
}
