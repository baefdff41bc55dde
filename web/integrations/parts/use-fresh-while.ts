import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

const everyMs = 2000;

/** Loads the page's data again every two seconds while something is on its way. */
export function useFreshWhile(isUnderWay: boolean): void {
  const { revalidate } = useRevalidator();
  const renew = useEffectEvent(() => void revalidate());
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(renew, everyMs);
    return () => clearInterval(timer);
  }, [isUnderWay]);
}
