import { useLayoutEffect } from 'react';

/** How many pieces of the page carry each mark now. */
const carriers = new Map<string, number>();

function count(mark: string, by: 1 | -1): void {
  const now = (carriers.get(mark) ?? 0) + by;
  carriers.set(mark, now);
  document.documentElement.toggleAttribute(mark, now > 0);
}

/**
 * A mark on the root of the page for as long as a piece stands in it, such as `data-rests`: style
 * sheets of other places read it there. `:root:has(…)` would say the same without a script, but a
 * browser then looks through the page again with everything that comes into it.
 */
export function useRootMark(mark: `data-${string}`, stands = true): void {
  // Before anything is painted: what reads it must not jump.
  useLayoutEffect(() => {
    if (!stands) return;
    count(mark, 1);
    return () => count(mark, -1);
  }, [mark, stands]);
}
