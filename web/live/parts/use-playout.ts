import { useCallback, useEffect, useState } from 'react';
import { type Playout, playoutsContract } from '#contract/playouts.ts';
import { api } from '#web/platform/api.ts';

/** Also what keeps the picture beside it alive. */
const everyMs = 5000;

/** How what the clock plays stands, asked for while the window is seen, and anew for another `about`. */
export function usePlayout(slug: string, about: string) {
  const [playout, setPlayout] = useState<Playout | null>(null);
  const [error, setError] = useState<unknown>(null);
  const ask = useCallback(async () => {
    try {
      setPlayout(await api(playoutsContract.getPlayout, { params: { slug } }));
      setError(null);
    } catch (thrown) {
      setError(thrown);
    }
  }, [slug]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was saved is looked at
  useEffect(() => {
    void ask();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void ask();
    }, everyMs);
    return () => clearInterval(timer);
  }, [ask, about]);
  return { playout, error, again: () => void ask() };
}
