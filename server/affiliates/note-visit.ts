import type { Visit } from '#contract/affiliates.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { now } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { findVisited } from './affiliates.queries.ts';
import { countClick } from './affiliates.store.ts';

/**
 * Somebody came by a link. Answers whose purchases it counts for, which the browser keeps; nothing is
 * kept here of who it was, so it is the browser that says whether it came the first time today.
 */
export async function noteVisit({ code, isFirst, ...place }: Visit) {
  const link = await findVisited(code, place);
  if (link && isFirst) {
    const day = now().toZonedDateTimeISO(sessionZone).toPlainDate().toString();
    await countClick(db(), link.id, day);
  }
  return { channel: link?.channel ?? null };
}
