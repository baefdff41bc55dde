import type { SessionForm } from '#contract/catalog.ts';
import { now } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { readSession } from './forms.rules.ts';
import { addSessionRow } from './products.store.ts';

/** Reads a typed showing and adds it; refuses SESSION_TIME_INVALID under the name of its field. */
export async function writeSession(
  tx: Db,
  { productId, form, field }: { productId: string; form: SessionForm; field: string },
): Promise<void> {
  const read = readSession(form, now());
  if (read.fault) refuse('SESSION_TIME_INVALID', { fields: { [field]: read.fault } });
  const added = await addSessionRow(tx, {
    product_id: productId,
    starts_at: read.startsAt,
    zone: form.zone,
    duration_minutes: form.durationMinutes,
    capacity: form.capacity,
  });
  // Two showings of one product at one instant cannot be told apart.
  if (!added) refuse('SESSION_TIME_INVALID', { fields: { [field]: 'invalid' } });
}
