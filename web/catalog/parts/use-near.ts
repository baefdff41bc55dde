import { useState } from 'react';
import type { OwnSession } from '#contract/catalog.ts';
import { browserNow } from '#web/platform/clock.ts';
import { isNear } from './near-show.ts';

/**
 * Whether the organizer's show is near or on. `setOnAir` takes what the server says of the
 * transmission: a show on air is on, however long after its time.
 */
export function useNear(sessions: Pick<OwnSession, 'startsAt' | 'durationMinutes'>[]) {
  const [onAir, setOnAir] = useState(false);
  return { near: onAir || isNear(sessions, browserNow()), setOnAir };
}
