import { useEffect, useState } from 'react';

/** The browser's clock in milliseconds since 1970: for counting only, never for deciding. */
export const browserNow = (): number => performance.timeOrigin + performance.now();

/** Milliseconds by the browser's clock, renewed every `every` ms; null until hydrated. */
export function useBrowserNow(every = 1000): number | null {
  const [value, setValue] = useState<number | null>(null);
  useEffect(() => {
    setValue(browserNow());
    const timer = setInterval(() => setValue(browserNow()), every);
    return () => clearInterval(timer);
  }, [every]);
  return value;
}
