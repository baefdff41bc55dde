import { useEffect, useState } from 'react';
import { type Room, rehearsalsContract } from '#contract/rehearsals.ts';
import { api } from '#web/platform/api.ts';

const everyMs = 5000;

/** A room as it is now: who has come and who watches is asked for as long as the window is seen. */
export function useRoom(first: Room) {
  const [room, show] = useState(first);
  const { slug } = first;
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      // A line that is lost for a moment changes nothing of what is known.
      const found = await api(rehearsalsContract.getRoom, { params: { slug } }).catch(() => null);
      if (found) show(found);
    };
    const timer = setInterval(() => void look(), everyMs);
    return () => clearInterval(timer);
  }, [slug]);
  return { room, show };
}
