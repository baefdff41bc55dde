import { useState } from 'react';
import { browserNow } from '#web/platform/clock.ts';
import { type Dated, isNear } from './near-show.ts';

/**
 * Whether the organizer's show is near or on. `setOnAir` takes what the server says of the
 * transmission: a show on air is on, however long after its time.
 */
export function useNear(sessions: Dated[]) {
  const [onAir, setOnAir] = useState(false);
  return { onAir, near: onAir || isNear(sessions, browserNow()), setOnAir };
}
