import { useCallback, useEffect, useState } from 'react';
import { type Broadcast, liveContract } from '#contract/live.ts';
import { api } from '#web/platform/api.ts';

const everyMs = 2000;

/** The transmission of a product, asked anew every two seconds while the window is seen. */
export function useBroadcast(slug: string) {
  const [broadcast, setBroadcast] = useState<Broadcast | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);

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
  }, [round, ask]);

  return { broadcast, error, show: setBroadcast, again: () => void ask() };
}
