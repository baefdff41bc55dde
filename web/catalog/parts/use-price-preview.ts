import { useEffect, useState } from 'react';
import { type PricePreview, type PriceQuery, pricesContract } from '#contract/prices.ts';
import { api } from '#web/platform/api.ts';

/** While somebody types nothing is asked. */
const restMs = 250;

/**
 * What the server says a price brings, asked when one has stopped typing; the last answer stays until
 * the next one is here. Null while nothing was asked for.
 */
export function usePricePreview(query: PriceQuery | null): {
  preview: PricePreview | null;
  failed: boolean;
  waiting: boolean;
} {
  const [answer, setAnswer] = useState<{ about: string; preview: PricePreview | null } | null>(
    null,
  );
  const about = query && JSON.stringify(query);
  useEffect(() => {
    if (about === null) return;
    const asking = new AbortController();
    const ask = async () => {
      const asked = { query: JSON.parse(about) as PriceQuery, signal: asking.signal };
      const preview = await api(pricesContract.previewPrice, asked).catch(() => null);
      if (!asking.signal.aborted) setAnswer({ about, preview });
    };
    const timer = setTimeout(() => void ask(), restMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [about]);
  if (about === null) return { preview: null, failed: false, waiting: false };
  const waiting = answer?.about !== about;
  return { preview: answer?.preview ?? null, failed: !waiting && !answer?.preview, waiting };
}
