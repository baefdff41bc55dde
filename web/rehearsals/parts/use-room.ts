import { useEffect, useState } from 'react';
import { type Room, rehearsalsContract } from '#contract/rehearsals.ts';
import { ApiError, api } from '#web/platform/api.ts';

const everyMs = 5000;

/**
 * A room as it is now: who has come and who watches is asked for as long as the window is seen.
 * `closed`: it is not there any more, since somebody closed it elsewhere.
 */
export function useRoom(first: Room) {
  const [room, show] = useState(first);
  const [closed, setClosed] = useState(false);
  const { slug } = first;
  useEffect(() => {
    if (closed) return;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        show(await api(rehearsalsContract.getRoom, { params: { slug } }));
      } catch (error) {
        // A line that is lost for a moment changes nothing of what is known.
        if (error instanceof ApiError && error.status === 404) setClosed(true);
      }
    };
    const soon = () => void look();
    const timer = setInterval(soon, everyMs);
    // Whoever comes back from another tab sees at once what was done there.
    document.addEventListener('visibilitychange', soon);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', soon);
    };
  }, [slug, closed]);
  return { room, show, closed };
}
