import { useEffect, useEffectEvent, useState } from 'react';

/** What is asked for while a part of a page is open, and again whenever `about` changes. */
export function useAsked<T>(ask: () => Promise<T>, about: unknown) {
  const [answer, setAnswer] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const question = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for each
  useEffect(() => {
    let current = true;
    question().then(
      (found) => {
        if (!current) return;
        setError(null);
        setAnswer(found);
      },
      (failure: unknown) => current && setError(failure),
    );
    return () => {
      current = false;
    };
  }, [about]);
  return { answer, error };
}
