import { useCallback, useEffect, useState } from 'react';
import { type Broadcast, liveContract } from '#contract/live.ts';
import { api } from '#web/platform/api.ts';
import { live, useLive } from '#web/platform/live.ts';

/** Figures of what comes in move all the time; without an encoder the server says when one comes. */
const busyMs = 2000;
const calmMs = 8000;

/**
 * The transmission of a product, as it is now: asked anew when the server says that it has changed,
 * and while an encoder sends every two seconds, as long as the window is seen.
 */
export function useBroadcast(slug: string) {
  const [broadcast, setBroadcast] = useState<Broadcast | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const everyMs = broadcast?.health ? busyMs : calmMs;

  const ask = useCallback(async () => {
    try {
      setBroadcast(await api(liveContract.getBroadcast, { params: { slug } }));
      setError(null);
    } catch (thrown) {
      setError(thrown);
    }
  }, [slug]);

  useEffect(() => {
    let gone = false;
    const next = () => {
      if (!gone) setRound((before) => before + 1);
    };
    const first = round === 0;
    const timer = setTimeout(
      () => {
        if (document.visibilityState === 'hidden') next();
        else void ask().then(next);
      },
      first ? 0 : everyMs,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [round, ask, everyMs]);

  useFollow(slug);
  useLive('broadcast:changed', () => void ask());
  return { broadcast, error, show: setBroadcast, again: () => void ask() };
}

/** Asks the socket for word of this transmission, also after the line was lost. */
function useFollow(slug: string) {
  useEffect(() => {
    let stop = () => {};
    let gone = false;
    void live().then((socket) => {
      if (gone) return;
      const follow = () => socket.emit('broadcast:follow', { slug });
      if (socket.connected) follow();
      socket.on('connect', follow);
      stop = () => {
        socket.off('connect', follow);
        socket.emit('broadcast:leave', { slug });
      };
    });
    return () => {
      gone = true;
      stop();
    };
  }, [slug]);
}
